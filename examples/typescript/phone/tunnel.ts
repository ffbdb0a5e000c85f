// A network as trains have it: `fetch` that fails when told to, before the question is out or after it was answered.

export class Tunnel {
  private closed = false;
  private loseAnswer = false;
  private under = new AbortController();

  /** No network from now on; whatever is open breaks. */
  enter(): void {
    this.closed = true;
    this.under.abort();
  }

  leave(): void {
    this.closed = false;
    this.under = new AbortController();
  }

  /** The next question arrives, its answer does not. */
  swallow(): void {
    this.loseAnswer = true;
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    if (this.closed) throw new TypeError("no network");
    const signal = AbortSignal.any([request.signal, this.under.signal]);
    const response = await fetch(new Request(request, { signal }));
    if (this.loseAnswer && request.method === "POST") {
      this.loseAnswer = false;
      throw new TypeError("connection lost");
    }
    return response;
  };
}
