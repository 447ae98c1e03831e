import type { ReadAnswer } from '../../read-answer.ts';
import { shortName } from '../../text/distinguished-name.ts';
import type { AnyTool } from '../../tool.ts';
import type { ToolId } from '../../tools/index.ts';

/** Something in an answer that ends at a known time. */
export interface Ending {
  /** What it is, and whose. */
  readonly about: string;
  readonly kind: 'certificate' | 'registration';
  /** ISO 8601: with a time in UTC, or the day alone; null where the answer does not say. */
  readonly ends: string | null;
}

/** Tools whose answers have something that ends. */
const ownEndings = { ssl: certificateEndings, whois: registrationEndings } satisfies {
  readonly [Id in ToolId]?: (answer: ReadAnswer<Id>) => readonly Ending[];
};

/** Whether answers of this tool have anything that ends. */
export function hasEndings({ id }: Pick<AnyTool, 'id'>): boolean {
  return Object.hasOwn(ownEndings, id);
}

/**
 * What ends in the answer of any tool; empty for a tool whose answers have no such thing.
 * @param answer what the contract of the tool promises.
 */
export function endingsOf(id: ToolId, answer: Readonly<Record<string, unknown>>): readonly Ending[] {
  const all: Readonly<Record<string, unknown>> = ownEndings;
  const own = all[id] as ((answer: unknown) => readonly Ending[]) | undefined;
  return own === undefined ? [] : own(answer);
}

/** Every certificate that clients receive, and those above it in the chain; a root is no matter of the server. */
function certificateEndings({ domain, validUntil, certificateChain, servedCertificates }: ReadAnswer<'ssl'>): Ending[] {
  const ending = (about: string, ends: string | null): Ending => ({ about, kind: 'certificate', ends });
  const others = servedCertificates.filter(({ number }) => number !== 1);
  const host = domain ?? 'the server';
  const above = certificateChain.slice(1).filter(({ subject, issuer }) => subject !== issuer);
  return [
    ending(host, validUntil),
    ...others.map((one) => ending(`certificate ${one.number} of ${host}`, one.validUntil)),
    ...above.map((one) => ending(shortName(one.subject ?? 'a certificate without a name'), one.validUntil)),
  ];
}

function registrationEndings({ registration }: ReadAnswer<'whois'>): Ending[] {
  // Networks and AS numbers have no end.
  if (registration.kind !== 'domain') return [];
  const ends = registration.expires ?? registration.registrarExpires;
  return [{ about: registration.name ?? 'the domain', kind: 'registration', ends }];
}
