import { readDate } from '../registration/dates.ts';
import { readStatus } from '../registration/epp-status.ts';
import { type Facts, isRedactedValue, noFacts, shownValue } from '../registration/facts.ts';
import { readContacts } from './contacts.ts';
import { fieldNames } from './field-names.ts';
import { type Field, firstOf, readFields, valuesOf } from './fields.ts';
import { readNameServers } from './name-servers.ts';

/** What the text of a WHOIS answer says, as far as its layout and words are known. */
export function readFacts(text: string): Facts {
  const all = readFields(text);
  // What is said of the registrar is not said of the domain.
  const fields = all.filter(({ section }) => !section?.startsWith('registrar'));
  const first = (names: readonly string[]) => shownValue(firstOf(fields, names)?.value);
  const date = (names: readonly string[]) => firstDate(fields, names);
  return {
    ...noFacts,
    handle: first(fieldNames.handle),
    label: first(fieldNames.label),
    range: first(fieldNames.range),
    country: readCountry(fields),
    registrar: readRegistrar(all),
    created: date(fieldNames.created),
    updated: date(fieldNames.updated),
    expires: date(fieldNames.expires),
    registrarExpires: date(fieldNames.registrarExpires),
    status: readStates(fields),
    nameServers: readNameServers(fields),
    ...readDnssec(fields),
    contacts: readContacts(fields),
    abuse: readAbuse(fields, text),
    isRedacted: fields.some(({ value }) => isRedactedValue(value)),
  };
}

function firstDate(fields: readonly Field[], names: readonly string[]): string | null {
  for (const { key, value } of fields) {
    const date = names.includes(key) ? readDate(value) : null;
    if (date !== null) return date;
  }
  return null;
}

/** Of a network, wherever it stands; of a domain only in its own object, for each contact has a country too. */
function readCountry(fields: readonly Field[]): string | null {
  const isNetwork = firstOf(fields, fieldNames.range) !== null;
  const own = firstOf(fields, ['domain', 'domain name']);
  const near = isNetwork ? fields : fields.filter(({ block, section }) => block === own?.block && section === null);
  return shownValue(firstOf(near, fieldNames.country)?.value);
}

/** A name, or a section about the registrar with a name in it. */
function readRegistrar(fields: readonly Field[]): Facts['registrar'] {
  const inside = fields.filter(({ section }) => section === 'registrar');
  const insideName = valuesOf(inside, ['organization name', 'organisation', 'organization', 'name', 'registrar'])[0];
  const value = insideName ?? firstOf(fields, fieldNames.registrar)?.value;
  const name = shownValue(value?.replace(/\s*\[Tag = [^\]]*\]|\s*\(\s*https?:\/\/[^)]*\)/gi, ''));
  if (name === null) return null;
  const url = valuesOf(fields, fieldNames.registrarUrl)[0] ?? valuesOf(inside, ['url', 'website', 'web', 'www'])[0];
  return { name, ianaId: shownValue(valuesOf(fields, fieldNames.registrarId)[0]), url: shownValue(url) };
}

/** Codes come one a line, or many in one, each perhaps with an address behind it. */
function readStates(fields: readonly Field[]): Facts['status'] {
  const values = valuesOf(fields, fieldNames.status).flatMap((value) =>
    value.replace(/\(?https?:\/\/\S*/g, '').split(/[,;]|\s--\s/),
  );
  const shown = values.flatMap((value) => shownValue(value.replace(/^\d{3} /, '')) ?? []);
  return [...new Set(shown)].map(readStatus);
}

const UNSIGNED = /^(?:unsigned|no\b|none|inactive|not |n\/?a\b|-|false|off|disabled|0$)/i;

function readDnssec(fields: readonly Field[]): Pick<Facts, 'dnssec' | 'ds'> {
  const ds = valuesOf(fields, fieldNames.ds).flatMap((value) => readDs(value) ?? []);
  if (ds.length > 0) return { dnssec: 'signed', ds };
  const said = valuesOf(fields, fieldNames.dnssec)[0]?.trim();
  if (said === undefined || said === '') return { dnssec: null, ds };
  return { dnssec: UNSIGNED.test(said) ? 'unsigned' : 'signed', ds };
}

/** Key tag, algorithm, digest type and digest (RFC 4034 section 5.3). */
function readDs(value: string): string | null {
  const [, tag, algorithm, type, digest = ''] =
    /\b(\d{1,5})[\s,]+(\d{1,3})[\s,]+(\d{1,3})[\s,]+([\da-f][\da-f\s]{15,200})\b/i.exec(value) ?? [];
  return tag === undefined ? null : `${tag} ${algorithm} ${type} ${digest.replace(/\s/g, '').toUpperCase()}`;
}

/** Regional registries say it in a comment, because the contact belongs to another object. */
const ABUSE_COMMENT = /^% Abuse contact for .{1,200} is '([^'\s]{1,200})'/m;

function readAbuse(fields: readonly Field[], text: string): Facts['abuse'] {
  const email = shownValue(ABUSE_COMMENT.exec(text)?.[1] ?? valuesOf(fields, fieldNames.abuseEmail)[0]);
  const phone = shownValue(valuesOf(fields, fieldNames.abusePhone)[0]);
  return email === null && phone === null ? null : { email, phone };
}
