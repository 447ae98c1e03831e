import type { ResolverAddress } from '../settings.ts';
import type { Task } from './job.ts';
import { TcpPipe } from './tcp-pipe.ts';
import type { Transport, TransportHost } from './transport.ts';

/** Servers accept few connections from one client (Unbound ten in total by default). */
const MAX_PIPES = 4;
/** A further connection pays off only when each open one has this many questions. */
const BUSY_QUESTIONS = 256;
const FIRST_WINDOW = 256;
const MAX_WINDOW = 4000;
/** After this many connections that ended with most questions unanswered, the server counts as not supporting pipelining. */
const MAX_STRIKES = 3;
const FEW_ANSWERS = 32;

/**
 * Questions over pipelined TCP (RFC 7766 section 6.2.1.1): a few connections with many questions each, answered in any
 * order. The window doubles with every window of answers, like TCP's slow start.
 */
export class TcpTransport implements Transport {
  readonly #server: ResolverAddress;
  readonly #host: TransportHost;
  readonly #pipes = new Set<TcpPipe>();
  #window = FIRST_WINDOW;
  #strikes = 0;
  #isClosed = false;

  constructor(server: ResolverAddress, host: TransportHost) {
    this.#server = server;
    this.#host = host;
    this.#open();
  }

  get unsettled(): number {
    let sum = 0;
    for (const pipe of this.#pipes) sum += pipe.unsettled;
    return sum;
  }

  fill(): void {
    if (this.#isClosed) return;
    let room = this.#window - this.unsettled;
    let pipe = this.#idlest();
    while (room > 0 && pipe !== null) {
      const task = this.#host.take(room);
      if (task === null) break;
      pipe.write(task);
      room -= 1;
      if (room % 64 === 0 || !pipe.hasRoom) pipe = this.#idlest();
    }
    for (const one of this.#pipes) one.flush();
    const isBusy = this.unsettled >= BUSY_QUESTIONS * this.#pipes.size;
    if (isBusy && this.#pipes.size < MAX_PIPES) this.#open();
  }

  tick(nowMs: number): void {
    for (const pipe of [...this.#pipes]) pipe.findOverdue(nowMs);
    this.fill();
  }

  close(): Task[] {
    this.#isClosed = true;
    return [...this.#pipes].flatMap((pipe) => pipe.close());
  }

  #open(): void {
    const pipe = new TcpPipe(this.#server, {
      settle: (task, replyClass) => {
        if (this.#window < MAX_WINDOW) this.#window += 1;
        this.#host.settle(task, replyClass);
      },
      onRoom: () => this.fill(),
      onEnd: (reason) => this.#replace(pipe, reason),
    });
    this.#pipes.add(pipe);
  }

  #replace(pipe: TcpPipe, reason: Parameters<TransportHost['giveUp']>[0]): void {
    this.#pipes.delete(pipe);
    const left = pipe.close();
    for (const task of left) this.#host.putBack(task);
    if (this.#isClosed) return;
    this.#window = Math.max(FIRST_WINDOW, Math.floor(this.#window / 2));
    if (left.length > 0 && pipe.answered < FEW_ANSWERS) this.#strikes += 1;
    if (!pipe.wasConnected || (left.length > 0 && pipe.answered === 0)) this.#strikes = MAX_STRIKES;
    if (this.#strikes >= MAX_STRIKES) {
      this.#host.giveUp(reason);
      return;
    }
    if (this.#pipes.size === 0 && left.length > 0) this.#open();
    this.fill();
  }

  /** The connected pipe with the fewest questions in flight. */
  #idlest(): TcpPipe | null {
    let idlest: TcpPipe | null = null;
    for (const pipe of this.#pipes) {
      if (pipe.hasRoom && (idlest === null || pipe.unsettled < idlest.unsettled)) idlest = pipe;
    }
    return idlest;
  }
}
