import type { ReadAnswer } from '../../read-answer.ts';
import { shortName } from '../../text/distinguished-name.ts';
import type { AnyTool } from '../../tool.ts';
import type { ToolId } from '../../tools/index.ts';

/** Something in an answer that ends at a known time. */
export interface Ending {
  /** What it is, and whose it is. */
  readonly about: string;
  readonly kind: 'certificate' | 'registration';
  /** ISO 8601: with a time in UTC, or the day alone; null if the answer has no date. */
  readonly ends: string | null;
}

/** The tools whose answers contain endings. */
const ownEndings = { ssl: certificateEndings, whois: registrationEndings } satisfies {
  readonly [Id in ToolId]?: (answer: ReadAnswer<Id>) => readonly Ending[];
};

/** Whether answers of this tool may contain endings. */
export function hasEndings({ id }: Pick<AnyTool, 'id'>): boolean {
  return Object.hasOwn(ownEndings, id);
}

/**
 * The endings in the answer of any tool; empty for a tool without endings.
 * @param answer as defined by the tool's contract.
 */
export function endingsOf(id: ToolId, answer: Readonly<Record<string, unknown>>): readonly Ending[] {
  const all: Readonly<Record<string, unknown>> = ownEndings;
  const own = all[id] as ((answer: unknown) => readonly Ending[]) | undefined;
  return own === undefined ? [] : own(answer);
}

/**
 * Every certificate that clients receive, and the issuers above it in the chain; roots are excluded, since servers have no
 * control over them.
 */
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
  // Registrations of networks and AS numbers do not expire.
  if (registration.kind !== 'domain') return [];
  const ends = registration.expires ?? registration.registrarExpires;
  return [{ about: registration.name ?? 'the domain', kind: 'registration', ends }];
}
