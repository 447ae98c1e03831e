import { readdirSync, readFileSync } from 'node:fs';
import type { RegistrationFacts } from '../protocols/registration/facts.ts';
import { cleanText } from '../protocols/whois-text/clean-text.ts';
import { decodeWhoisText } from '../protocols/whois-text/decode-text.ts';
import type { Subject } from '../protocols/whois-text/questions.ts';
import { readFacts } from '../protocols/whois-text/read-facts.ts';
import { type Referral, readReferral } from '../protocols/whois-text/referral.ts';
import { classifyReply } from '../protocols/whois-text/reply-class.ts';

const folder = new URL('../protocols/whois-text/samples/', import.meta.url);

/** The data beside each sample: where its layout is documented, who sends it, and what must be read from it. */
interface Expected {
  readonly documented: string;
  readonly server: string;
  /** The subject of the query; absent for a domain. */
  readonly subject?: Subject;
  readonly replyClass: string;
  /** The lines in which the server says that there is no record, that the name is reserved, or that it refuses. */
  readonly statements?: readonly string[];
  readonly referral: Referral | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

export const sampleNames = readdirSync(folder).flatMap((file) => (file.endsWith('.txt') ? file.slice(0, -4) : []));

export function expectedOf(name: string): Expected {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Expected;
}

export function sampleText(name: string): string {
  return cleanText(decodeWhoisText(readFileSync(new URL(`${name}.txt`, folder))));
}

/** The facts of a sample, read in the same way as the engine reads its server's reply. */
export function sampleFacts(name: string): RegistrationFacts {
  const { subject, server } = expectedOf(name);
  return readFacts(sampleText(name), subject ?? null, server);
}

/** What is read from a sample, in the form of `Expected`. */
export function readSample(name: string): Pick<Expected, 'replyClass' | 'referral' | 'facts'> {
  const text = sampleText(name);
  const facts = sampleFacts(name);
  return { replyClass: classifyReply(text, facts), referral: readReferral(text), facts: withoutUnknown(facts) };
}

/** Facts without empty fields, short enough to be readable. */
function withoutUnknown({ status, nameServers, contacts, partOf, isRedacted, ...rest }: RegistrationFacts) {
  return known({
    ...rest,
    status: status.map(({ code }) => code),
    nameServers: nameServers.map(({ name, addresses }) => [name, ...addresses].join(' ')),
    contacts: contacts.map(known),
    partOf: partOf.map(known),
    isRedacted: isRedacted || null,
  });
}

function known(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
}
