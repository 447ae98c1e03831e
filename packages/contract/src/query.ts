import * as z from 'zod/mini';
import { means } from './means.ts';
import { toAsNumber } from './target/as-number.ts';
import { toDnsName, toHostName } from './target/domain.ts';
import { formatHostPort, parseHostPort } from './target/host-port.ts';
import { isIpv4, toIpv4 } from './target/ipv4.ts';
import { toIpv6 } from './target/ipv6.ts';
import { readPasted } from './target/pasted.ts';

/** Stands in every example text of the specification where it says {host}. */
const EXAMPLE_HOST = 'example.com';

/**
 * A query parameter that must be there once, turned into its normal form.
 * `normalise` gives null for a value that does not fit.
 */
function targetField(
  name: string,
  texts: { missing: string; invalid: string },
  normalise: (text: string) => string | null,
) {
  return z.pipe(
    z.string({ error: ({ input }) => (input === undefined ? texts.missing : `'${name}' must be given exactly once.`) }),
    z.transform((text: string, { issues }) => {
      const message = text.trim() === '' ? texts.missing : texts.invalid;
      const normal = normalise(text);
      if (normal !== null) return normal;
      issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  );
}

/** A domain name as DNS has it: underscore labels and IDN accepted, given back as lower-case A-labels. */
export const dnsNameField = targetField(
  'domain',
  { missing: 'Domain is required', invalid: `Please enter a valid domain (e.g. ${EXAMPLE_HOST})` },
  toDnsName,
);

/** A host as ping takes it: a name without underscores, an IPv4 or an IPv6 address, each in its one spelling. */
export const hostField = targetField(
  'host',
  { missing: 'Host is required', invalid: `Please enter a valid host name (e.g. ${EXAMPLE_HOST}) or IP address` },
  toHost,
);

function toHost(text: string): string | null {
  const trimmed = text.trim();
  return isIpv4(trimmed) ? trimmed : (toIpv6(trimmed) ?? toHostName(trimmed));
}

/** A whole number that may be left out. */
export function wholeNumberField(
  name: string,
  { from, to, otherwise }: { from: number; to: number; otherwise: number },
) {
  const message = `'${name}' must be a whole number from ${from} to ${to}.`;
  const field = z.pipe(
    z.optional(z.string({ error: message })),
    z.transform((text: string | undefined, { issues }) => {
      const number = Number(text ?? otherwise);
      if (/^\d{1,3}$/.test(text ?? '0') && number >= from && number <= to) return number;
      issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  );
  // What the text must hold, for the API's documents.
  z.globalRegistry.add(field, { type: 'integer', minimum: from, maximum: to, default: otherwise });
  return field;
}

/** A choice that may be left out, and then is false unless it says `otherwise`. */
export function choiceField(name: string, { otherwise = false } = {}) {
  return z.pipe(
    z.optional(z.enum(['true', '1', 'false', '0'], { error: `'${name}' must be true or false.` })),
    z.transform((text: 'true' | '1' | 'false' | '0' | undefined) =>
      text === undefined ? otherwise : text === 'true' || text === '1',
    ),
  );
}

/** Of every tool's call of the API, beside the tool's own parameters. */
export const freshField = means(
  choiceField('fresh'),
  'true (or 1): measure anew, even where an answer is kept. Each target is measured anew once in a while only; until then the answer is 429, with Retry-After.',
  'false',
);

/** One of several words that may be left out, and then is null. */
export function optionalChoiceField<const Word extends string>(name: string, words: readonly [Word, ...Word[]]) {
  return z.pipe(
    z.optional(z.enum(words, { error: `'${name}' must be one of ${words.join(', ')}.` })),
    z.transform((word: Word | undefined) => word ?? null),
  );
}

/** An IP address that may be left out, and then is null; given back in its one spelling. */
export function optionalAddressField(name: string) {
  const message = `'${name}' must be an IPv4 or IPv6 address.`;
  return z.pipe(
    z.optional(z.string({ error: message })),
    z.transform((text: string | undefined, { issues }) => {
      if (text === undefined) return null;
      const address = toIpv4(text) ?? toIpv6(text);
      if (address !== null) return address;
      issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  );
}

/**
 * An IP address in its one spelling, or the name of a host as lower-case A-labels. The specification checks no format here:
 * what people paste, such as a URL or a mail address, is read as the host that it names.
 */
export const ipOrDomainField = targetField(
  'ipOrDomain',
  {
    missing: 'Please enter an IP address or domain name',
    invalid: `Please enter a valid IP address or domain name (e.g. ${EXAMPLE_HOST})`,
  },
  (text) => toIpv4(text) ?? toIpv6(text) ?? toHostName(text) ?? pastedHost(text),
);

function pastedHost(text: string): string | null {
  const read = readPasted(text);
  return read === null || read.kind === 'as-number' || read.kind === 'dns-name' ? null : read.host;
}

const NO_DOMAIN = `Please enter a valid domain name (e.g. ${EXAMPLE_HOST})`;

/** What registries know: a domain name as lower-case A-labels, an address in its one spelling, or `AS64496`. */
export const registeredField = targetField(
  'ipOrDomain',
  { missing: NO_DOMAIN, invalid: NO_DOMAIN },
  (text) => toIpv4(text) ?? toIpv6(text) ?? toAsNumber(text) ?? toHostName(text),
);

const HTTPS_PORT = 443;

/** A TLS server, see `parseHostPort`; given back as `host`, or as `host:port` where the port is not 443. */
export const sslTargetField = targetField(
  'domain',
  {
    missing: 'Please enter a domain',
    invalid: `Please enter a domain (e.g., ${EXAMPLE_HOST}), host:port, an IP address or an https URL`,
  },
  (text) => {
    const target = parseHostPort(text);
    if (target === null) return null;
    return formatHostPort({ ...target, port: target.port === HTTPS_PORT ? null : target.port });
  },
);

/** The domain whose subdomains are searched: a name of hosts, without underscores. */
export const searchedDomainField = targetField(
  'domain',
  { missing: 'Please enter a valid domain name.', invalid: 'Please enter a valid domain name.' },
  toHostName,
);
