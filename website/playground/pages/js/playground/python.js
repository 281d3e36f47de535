/** Python in a web worker: requests are sent one after the other; `stop` ends the worker and all its requests. */

/**
 * @typedef {{text: string, fraction: number | null}} Progress
 * @typedef {{message: Record<string, unknown>, report: (progress: Progress) => void, resolve: (value: any) => void, reject: (error: Error) => void}} Waiting
 */

export class Cancelled extends Error {
  constructor() {
    super("cancelled");
    this.name = "Cancelled";
  }
}

export class Python {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    /** The request that the worker answers, then the requests that wait. @type {Waiting[]} */
    this.queue = [];
  }

  /**
   * Sends a request to the worker, which is started if necessary; returns the result.
   * @param {Record<string, unknown>} message
   * @param {(progress: Progress) => void} [report]
   * @param {AbortSignal} [signal] drops the request if it has not been sent yet, else ignores its result
   * @returns {Promise<any>}
   */
  ask(message, report = () => undefined, signal) {
    return new Promise((resolve, reject) => {
      const waiting = { message, report, resolve, reject };
      this.queue.push(waiting);
      signal?.addEventListener("abort", () => {
        const place = this.queue.indexOf(waiting);
        if (place > 0) this.queue.splice(place, 1);
        reject(new Cancelled());
      });
      if (this.queue.length === 1) this.#send();
    });
  }

  /** Ends the worker; all requests are cancelled. The next request starts another worker. */
  stop() {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.queue.splice(0)) reject(new Cancelled());
  }

  #send() {
    const [first] = this.queue;
    if (first) (this.worker ??= this.#start()).postMessage(first.message);
  }

  #start() {
    const worker = new Worker(new URL("./python_worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      const [first] = this.queue;
      if (worker !== this.worker || !first) return;
      if (data.kind === "progress") {
        first.report(data);
        return;
      }
      this.queue.shift();
      if (data.kind === "result") first.resolve(data.value);
      else first.reject(new Error(data.text));
      this.#send();
    });
    worker.addEventListener("error", (event) => {
      if (worker !== this.worker) return;
      const failed = this.queue.shift();
      this.stop();
      failed?.reject(new Error(event.message || "this browser cannot start a web worker with modules"));
    });
    return worker;
  }
}
