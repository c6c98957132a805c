// Work in small pieces, so that the page answers between them. Nobody waits where nobody looks: timers are slow there.

/** What follows is a task of its own. */
export const nextTask = (): Promise<void> => (document.hidden ? Promise.resolve() : new Promise((done) => setTimeout(done)));

const PATIENCE_MS = 100; // without a picture by then there is none soon

/** The browser has laid out and drawn what was changed: places can be read for nothing. */
export const drawn = (): Promise<void> => (document.hidden ? Promise.resolve() : new Promise((done) => {
  const patience = setTimeout(done, PATIENCE_MS);
  requestAnimationFrame(() => {
    clearTimeout(patience);
    setTimeout(done);
  });
}));
