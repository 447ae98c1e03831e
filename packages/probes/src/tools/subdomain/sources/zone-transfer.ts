import { createSlices } from '../../../async/loop-turns.ts';
import { linkSignals } from '../../../async/signals.ts';
import { NetFailure } from '../../../net/net.ts';
import { answerOwners } from '../../../protocols/dns-message/answer-owners.ts';
import { encodeQuery } from '../../../protocols/dns-message/encode.ts';
import { peekHeader } from '../../../protocols/dns-message/header.ts';
import { typeNumber } from '../../../protocols/dns-message/record-types.ts';
import type { Source, SourceContext } from './source.ts';
import { messagesOf, withLength } from './tcp-messages.ts';

const NS = typeNumber('NS');
const SOA = typeNumber('SOA');
const AXFR = typeNumber('AXFR');
const CLASS_IN = 1;
const DNS_PORT = 53;
const CONNECT_TIMEOUT_MS = 3000;
/** Each is sent one request. */
const MAX_SERVERS = 4;
/**
 * For all servers of a search together; only part of a larger zone is listed. Every name costs a question or two, and the
 * answer lists 10,000.
 */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_RECORDS = 50_000;
const MAX_NAMES = 5000;
/** Names suggested together: few enough not to block the event loop. */
const BATCH = 64;

/** Requests a zone transfer from the zone's name servers (RFC 5936). Nearly all refuse, which is not a failure. */
export const zoneTransfer: Source = {
  name: 'transfer',
  timeoutMs: 10_000,
  find: async (context) => {
    const { message } = await context.net.ask({ name: context.zone, type: NS }, context.signal);
    const servers = message.answers.flatMap(({ type, fields }) => (type === NS ? (fields[0] ?? []) : []));
    const transfer = new Transfer(context);
    const tries = await Promise.allSettled(servers.slice(0, MAX_SERVERS).map((server) => transfer.from(server)));
    transfer.end();
    context.signal.throwIfAborted();
    if (transfer.excess !== null) throw transfer.excess;
    // A server that closes the connection has refused as clearly as one that answers REFUSED.
    const isRefused = tries.some(({ status }) => status === 'fulfilled');
    const failed = tries.find((one) => one.status === 'rejected');
    if (!isRefused && failed !== undefined) throw failed.reason;
  },
};

/** The transfers of one search, from several servers at once, with common limits. */
class Transfer {
  readonly #context: SourceContext;
  readonly #stop: ReturnType<typeof linkSignals>;
  readonly #slices = createSlices();
  readonly #names = new Set<string>();
  #batch: string[] = [];
  #bytes = 0;
  #records = 0;
  /** Set when the servers have sent more than the limits allow. */
  excess: NetFailure | null = null;

  constructor(context: SourceContext) {
    this.#context = context;
    this.#stop = linkSignals([context.signal]);
  }

  /** Resolves when the server has sent the whole zone or refused. @throws NetFailure, DnsFormatError, the signal's reason */
  async from(host: string): Promise<void> {
    const { net, zone } = this.#context;
    // The common limit, counted below, is reached before this one.
    const limits = { connectTimeoutMs: CONNECT_TIMEOUT_MS, maxBytes: 2 * MAX_BYTES };
    const connection = await net.connect({ host, port: DNS_PORT, service: 'dns' }, limits, this.#stop.signal);
    try {
      await connection.write(withLength(axfrQuery(zone)));
      const read = async () => this.#counted(await connection.read());
      let soas = 0;
      for await (const message of messagesOf(read)) {
        const { rcode, answerCount } = peekHeader(message);
        if (rcode !== 0 || answerCount === 0) return;
        soas += await this.#take(message);
        // The first record of a transfer is also its last (RFC 5936 section 2.2). The other servers hold the same zone.
        if (soas >= 2) return this.end();
      }
    } catch (error) {
      if (!(error instanceof NetFailure && error.reason === 'reset')) throw error;
    } finally {
      connection.close();
      this.#suggestBatch();
    }
  }

  /** Ends the transfers that are still running. */
  end(): void {
    this.#stop.abort(new NetFailure('reset', 'the zone is known'));
    this.#stop.release();
  }

  #counted(chunk: Uint8Array | null): Uint8Array | null {
    this.#bytes += chunk?.length ?? 0;
    if (this.#bytes > MAX_BYTES) this.#exceed(`${MAX_BYTES} bytes`);
    return chunk;
  }

  /** Returns the number of SOA records. */
  async #take(message: Uint8Array): Promise<number> {
    let soas = 0;
    for (const { name, type, class: recordClass } of answerOwners(message)) {
      const pause = this.#slices.pauseIfOver();
      if (pause !== null) {
        await pause;
        this.#stop.signal.throwIfAborted();
      }
      this.#records += 1;
      if (this.#records > MAX_RECORDS) this.#exceed(`${MAX_RECORDS} records`);
      if (recordClass !== CLASS_IN) continue;
      if (type === SOA) soas += 1;
      this.#add(name);
    }
    return soas;
  }

  #add(name: string): void {
    if (this.#names.has(name)) return;
    if (this.#names.size >= MAX_NAMES) this.#exceed(`${MAX_NAMES} names`);
    this.#names.add(name);
    this.#batch.push(name);
    if (this.#batch.length >= BATCH) this.#suggestBatch();
  }

  #suggestBatch(): void {
    const names = this.#batch;
    this.#batch = [];
    if (names.length > 0) this.#context.suggest(names);
  }

  #exceed(what: string): never {
    this.excess ??= new NetFailure('too-large', `transfers of ${this.#context.zone}: more than ${what}`);
    this.#stop.abort(this.excess);
    throw this.excess;
  }
}

function axfrQuery(zone: string): Uint8Array {
  return encodeQuery({
    id: 0x5031,
    name: zone,
    type: AXFR,
    isRecursionDesired: false,
    isCheckingDisabled: false,
    edns: null,
  });
}
