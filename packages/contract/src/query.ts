import * as z from 'zod/mini';
import { described } from './described.ts';
import { requiredField } from './target-field.ts';
import { toAsNumber } from './targets/as-number.ts';
import { toDnsName, toHostName } from './targets/domain.ts';
import { formatHostPort, parseHostPort } from './targets/host-port.ts';
import { isIpv4, toIpv4 } from './targets/ipv4.ts';
import { toIpv6 } from './targets/ipv6.ts';
import { readPasted } from './targets/pasted.ts';
import { hostKinds } from './targets/target-kinds.ts';

/** Stands for {host} in the texts of the specification. */
const EXAMPLE_HOST = 'example.com';

/** A domain name as DNS has it: underscore labels and IDN are accepted; the value is lower-case A-labels. */
export const dnsNameField = requiredField(
  'domain',
  { missing: 'Domain is required', invalid: `Please enter a valid domain (e.g. ${EXAMPLE_HOST})` },
  toDnsName,
);

/** A host as ping takes it: a name without underscores, an IPv4 or an IPv6 address, each in canonical form. */
export const hostField = requiredField(
  'host',
  { missing: 'Host is required', invalid: `Please enter a valid host name (e.g. ${EXAMPLE_HOST}) or IP address` },
  toHost,
);

function toHost(text: string): string | null {
  const trimmed = text.trim();
  return isIpv4(trimmed) ? trimmed : (toIpv6(trimmed) ?? toHostName(trimmed));
}

/** An optional whole number. */
export function wholeNumberField(
  name: string,
  { from, to, default: defaultValue }: { from: number; to: number; default: number },
) {
  const message = `'${name}' must be a whole number from ${from} to ${to}.`;
  const field = z.pipe(
    z.optional(z.string({ error: message })),
    z.transform((text: string | undefined, { issues }) => {
      const number = Number(text ?? defaultValue);
      if (/^\d{1,3}$/.test(text ?? '0') && number >= from && number <= to) return number;
      issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  );
  // What the text must hold, for the API's documents.
  z.globalRegistry.add(field, { type: 'integer', minimum: from, maximum: to, default: defaultValue });
  return field;
}

/** An optional boolean; false by default, unless another default is given. */
export function booleanField(name: string, { default: defaultValue = false } = {}) {
  return z.pipe(
    z.optional(z.enum(['true', '1', 'false', '0'], { error: `'${name}' must be true or false.` })),
    z.transform((text: 'true' | '1' | 'false' | '0' | undefined) =>
      text === undefined ? defaultValue : text === 'true' || text === '1',
    ),
  );
}

/** Parameter of every tool: measure again instead of using a cached answer. */
export const freshField = described(
  booleanField('fresh'),
  'true (or 1): measure again even if a fresh answer is cached. Each target has a minimum time between such measurements; before it has passed, the call fails with 429 and Retry-After.',
  'false',
);

/** And this one. */
export const evidenceField = described(
  booleanField('evidence'),
  'true (or 1): measure again, and return what was sent and received in _evidence beside the answer. Costs one more unit. The minimum time of fresh applies as well.',
  'false',
);

/** And this one. */
export const timingField = described(
  booleanField('timing'),
  'true (or 1): measure again, and report where the time went, in the header field Server-Timing or, in a stream, in an event named timing. The minimum time of fresh applies as well.',
  'false',
);

/** An optional parameter that takes one of several words; null when omitted. */
export function optionalEnumField<const Word extends string>(name: string, words: readonly [Word, ...Word[]]) {
  return z.pipe(
    z.optional(z.enum(words, { error: `'${name}' must be one of ${words.join(', ')}.` })),
    z.transform((word: Word | undefined) => word ?? null),
  );
}

/** An optional IP address in canonical form; null when omitted. */
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
 * An IP address in canonical form, or a host name as lower-case A-labels. The specification prescribes no format check
 * here: a pasted URL or mail address is read as the host that it names.
 */
export const ipOrDomainField = requiredField(
  'ipOrDomain',
  {
    missing: 'Please enter an IP address or domain name',
    invalid: `Please enter a valid IP address or domain name (e.g. ${EXAMPLE_HOST})`,
  },
  (text) => toIpv4(text) ?? toIpv6(text) ?? toHostName(text) ?? pastedHost(text),
);

function pastedHost(text: string): string | null {
  const read = readPasted(text);
  return read !== null && hostKinds.some((kind) => kind === read.kind) ? read.host : null;
}

const NO_DOMAIN = `Please enter a valid domain name (e.g. ${EXAMPLE_HOST})`;

/** What registries register: a domain name as lower-case A-labels, an address in canonical form, or `AS64496`. */
export const registeredField = requiredField(
  'ipOrDomain',
  { missing: NO_DOMAIN, invalid: NO_DOMAIN },
  (text) => toIpv4(text) ?? toIpv6(text) ?? toAsNumber(text) ?? toHostName(text),
);

const HTTPS_PORT = 443;

/** A TLS server, see `parseHostPort`. The value is `host`, or `host:port` unless the port is 443. */
export const sslTargetField = requiredField(
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

/** The domain whose subdomains are searched: a host name, without underscores. */
export const searchedDomainField = requiredField(
  'domain',
  { missing: 'Please enter a valid domain name.', invalid: 'Please enter a valid domain name.' },
  toHostName,
);
