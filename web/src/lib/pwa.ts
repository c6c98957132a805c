// The installed client: the service worker, whether there is a network, and a newer version that waits.
import { app } from "./store/state.svelte";

const HOUR_MS = 3_600_000;
let waiting: ServiceWorker | null = null;

export async function install(): Promise<void> {
  const online = (): void => { app.offline = !navigator.onLine; };
  addEventListener("online", online);
  addEventListener("offline", online);
  online();
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  const workers = navigator.serviceWorker;
  const registered = await workers.register("/sw.js").catch(() => null);
  if (!registered) return;
  const found = (worker: ServiceWorker | null): void => {
    if (!worker || !workers.controller) return; // the first one: there is nothing older
    waiting = worker;
    app.renewal = true;
  };
  if (registered.waiting) found(registered.waiting);
  registered.addEventListener("updatefound", () => {
    const worker = registered.installing;
    worker?.addEventListener("statechange", () => { if (worker.state === "installed") found(worker); });
  });
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - asked < HOUR_MS) return;
    asked = Date.now();
    void registered.update().catch(() => undefined);
  });
}

/** The newer version takes over, and the page begins anew with it. */
export function renew(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting?.postMessage("take over");
}
