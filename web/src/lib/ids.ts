// A fresh id for something that I ask: crypto.randomUUID is there on https and localhost only.
export function fresh(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
