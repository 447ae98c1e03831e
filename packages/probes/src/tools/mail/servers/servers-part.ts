import { type Gap, type MailExchange, type MailServer, ToolError } from '@sonde/contract';
import { toReverseName } from '@sonde/contract/targets/reverse-name';
import { createSemaphore } from '../../../async/semaphore.ts';
import { createAddressAllowance } from '../../../engines/tls/connection/address-allowance.ts';
import { examineSmtpServer, type SmtpTarget } from '../../../engines/tls/smtp/examine-smtp-server.ts';
import type { SmtpExamination } from '../../../engines/tls/smtp/smtp-result.ts';
import type { TargetLimits } from '../../../limits/target-limits.ts';
import type { Net } from '../../../net/net.ts';
import type { MailDns } from '../dns.ts';
import { validatedNames } from '../spf/validated-names.ts';

const MAX_NAMES = 5;
const MAX_ADDRESSES = 4;
const AT_ONCE = 8;

/** What one address presented. */
export interface Presented {
  /** Null without a handshake. */
  readonly certificates: readonly Uint8Array[] | null;
  /** Null if unknown. */
  readonly offersStartTls: boolean | null;
  /** It offers STARTTLS, but TLS fails, and not because of a silence. */
  readonly isTlsBroken: boolean;
}

export interface ServersFound {
  readonly servers: readonly MailServer[];
  /** What each server presented, by name and per address; used for DANE. */
  readonly presented: ReadonlyMap<string, readonly Presented[]>;
  readonly gaps: readonly Gap[];
}

export interface ServersContext {
  readonly net: Net;
  readonly limits: TargetLimits;
  readonly signal: AbortSignal;
}

interface Asked {
  readonly name: string;
  readonly address: string;
  /** Null if the allowance of the address is used up. */
  readonly said: SmtpExamination | null;
  readonly server: MailServer;
}

/** Contacts every address of the mail servers on port 25: greeting, EHLO, STARTTLS, handshake, QUIT. No mail is sent. */
export async function serversPart(
  dns: MailDns,
  exchangers: readonly MailExchange[],
  context: ServersContext,
): Promise<ServersFound> {
  const allowance = createAddressAllowance(context.limits.tlsConnections);
  const slots = createSemaphore(AT_ONCE);
  const targets = exchangers
    .slice(0, MAX_NAMES)
    .flatMap(({ exchange, addresses }) =>
      addresses.slice(0, MAX_ADDRESSES).map((address) => ({ name: exchange, address })),
    );
  const asked = await Promise.all(
    targets.map(async (target): Promise<Asked> => {
      const release = await slots.acquire(context.signal);
      try {
        const [said, reverse] = await Promise.all([
          examined(target, { ...context, allowance }),
          reverseOf(dns, target.address),
        ]);
        return { ...target, said, server: serverOf(target, said, reverse) };
      } finally {
        release();
      }
    }),
  );
  const presented = new Map<string, Presented[]>();
  for (const { name, said } of asked) {
    const one = {
      certificates: said?.session?.certificates ?? null,
      offersStartTls: said?.offersStartTls ?? null,
      isTlsBroken: said !== null && isTlsBroken(said),
    };
    presented.set(name, [...(presented.get(name) ?? []), one]);
  }
  return { servers: asked.map(({ server }) => server), presented, gaps: gapsOf(asked) };
}

/** STARTTLS that fails is tried a second time before it counts: one connection may fail by chance. */
async function examined(
  target: SmtpTarget,
  context: Parameters<typeof examineSmtpServer>[1],
): Promise<SmtpExamination | null> {
  const first = await examineSmtpServer(target, context).catch(whenLimited);
  if (first === null || !isTlsBroken(first)) return first;
  return (await examineSmtpServer(target, context).catch(whenLimited)) ?? first;
}

function isTlsBroken({ offersStartTls, problem }: SmtpExamination): boolean {
  if (offersStartTls !== true || problem === null) return false;
  return (problem.step === 'starttls' || problem.step === 'handshake') && problem.reason !== 'timeout';
}

function whenLimited(error: unknown): null {
  if (error instanceof ToolError && error.code === 'rate-limited') return null;
  throw error;
}

/** If no server is reachable, this machine may not connect to port 25, so no statement is made about the servers. */
function gapsOf(asked: readonly Asked[]): Gap[] {
  const examined = asked.flatMap(({ said }) => said ?? []);
  const isBlocked = ({ problem }: SmtpExamination) =>
    problem?.step === 'connect' && (problem.reason === 'timeout' || problem.reason === 'unreachable');
  return [
    ...(examined.length > 0 && examined.every(isBlocked) ? [{ part: 'smtp', code: 'unreachable' } as const] : []),
    ...(examined.length < asked.length ? [{ part: 'servers', code: 'rate-limited' } as const] : []),
  ];
}

type Reverse = Pick<MailServer, 'reverseNames' | 'isConfirmed'>;

async function reverseOf(dns: MailDns, address: string): Promise<Reverse> {
  const { state, records } = await dns.ask(toReverseName(address) ?? '', 'PTR');
  const reverseNames = records.map(({ fields: [name = ''] }) => name.toLowerCase()).slice(0, MAX_NAMES);
  if (state === 'failed') return { reverseNames, isConfirmed: null };
  return { reverseNames, isConfirmed: (await validatedNames(dns, address)).length > 0 };
}

function serverOf(
  target: { readonly name: string; readonly address: string },
  said: SmtpExamination | null,
  reverse: Reverse,
): MailServer {
  const judgement = said?.session?.judgement ?? null;
  return {
    ...target,
    greeting: said?.greeting ?? null,
    starttls: {
      offered: said?.offersStartTls ?? null,
      protocol: said?.session?.protocol ?? null,
      step: said?.problem?.step ?? null,
      reason: said?.problem == null ? null : (said.problem.reason ?? 'refused'),
      problem: said?.problem?.evidence ?? null,
    },
    certificate: judgement === null ? null : { valid: judgement.valid, reasons: [...judgement.reasons] },
    ...reverse,
  };
}
