import type { RegistrationFacts } from '../registration/facts.ts';
import { fieldNames } from './field-names.ts';
import { type Field, valuesOf } from './fields.ts';

/** Whole words only: any other word means that the state is unknown. Punktum writes more behind `Unsigned delegation`. */
const SIGNED = /^(?:signed(?: ?delegation\b.{0,60})?|yes|y|true|active|enabled)\.?$/i;
const UNSIGNED = /^(?:unsigned(?: ?delegation\b.{0,60})?|not signed|no|n|none|false|inactive|disabled)\.?$/i;

/** `example.pt IN DS 12345 13 2 …`: a record in zone file format, possibly without its key tag. */
const ZONE_RECORD = /^[a-z0-9.-]{1,253}[ \t]{1,8}IN[ \t]{1,8}DS[ \t]{1,8}\d/im;

/** Whether the delegation is signed, according to keys and DS records, or else to the registry's DNSSEC field. */
export function readDnssec(fields: readonly Field[], text: string): Pick<RegistrationFacts, 'dnssec' | 'ds'> {
  const written = [...valuesOf(fields, fieldNames.ds), ...readJprsKeys(fields)];
  const ds = [...written.flatMap((value) => readDs(value) ?? []), ...readAfnicDs(fields)];
  if (ds.length > 0 || hasKeys(fields) || ZONE_RECORD.test(text)) return { dnssec: 'signed', ds };
  const words = fields.filter(({ key }) => isName(fieldNames.dnssec, key)).map(({ value }) => value.trim());
  // KRNIC repeats the field in Korean and in English: the known words decide, if they agree.
  const [isSigned, isUnsigned] = [SIGNED, UNSIGNED].map((pattern) => words.some((word) => pattern.test(word)));
  if (isSigned === isUnsigned) return { dnssec: null, ds };
  return { dnssec: isSigned ? 'signed' : 'unsigned', ds };
}

function isName(names: readonly string[], key: string): boolean {
  return names.includes(key);
}

/** A key tag, or the flags of a key (RFC 4034 section 2.2). Placeholders do not begin with a number. */
const KEY_DATA = /^\d{1,5}(?:\s|$)/;
/** A digest without the rest of a DS record; registro.br leaves out its type. */
const DIGEST = /[\da-f]{32}/i;

/** Whether the reply lists keys; an empty section, or a word in place of a key, does not count. */
function hasKeys(fields: readonly Field[]): boolean {
  return fields.some(({ key, section, value }) => {
    // EURid and DNS Belgium: `keyTag:30719 flags:KSK protocol:3 …`
    if (section === 'keys') return key === 'flags' || key === 'keytag';
    if (isName(fieldNames.key, key)) return KEY_DATA.test(value);
    return (isName(fieldNames.ds, key) || key === 'key1-dgst') && DIGEST.test(value);
  });
}

/** Key tag, algorithm, digest type and digest (RFC 4034 section 5.3). */
function readDs(value: string): string | null {
  const [, tag, algorithm, type, digest = ''] =
    /\b(\d{1,5})[\s,]+(\d{1,3})[\s,]+(\d{1,3})[\s,]+([\da-f][\da-f\s]{15,200})\b/i.exec(value) ?? [];
  return tag === undefined ? null : `${tag} ${algorithm} ${type} ${digest.replace(/\s/g, '').toUpperCase()}`;
}

/** JPRS lists DS records in zone file format as signing keys, with the digest in parentheses over several lines. */
function readJprsKeys(fields: readonly Field[]): readonly string[] {
  return valuesOf(fields, ['signing key']).join(' ').replace(/\(/g, ' ').split(')');
}

/** The digest types that AFNIC names, and their IANA numbers. */
const digestTypes: Readonly<Record<string, string>> = { sha1: '1', sha256: '2', sha384: '4' };

/**
 * A DS record in four lines, `key1-tag` to `key1-dgst`. AFNIC has written the number of the algorithm in the field of the
 * digest type (`8 [SHA256]`), so the name of the type is read instead.
 */
function readAfnicDs(fields: readonly Field[]): readonly string[] {
  const value = (name: string) => fields.find(({ key }) => key === `key1-${name}`)?.value ?? '';
  const [tag, algorithm] = [value('tag'), value('algo')].map((text) => /^\d{1,5}/.exec(text)?.[0]);
  const typeName = /\[([^\]]{1,20})\]/.exec(value('dgst-t'))?.[1]?.toLowerCase().replace(/\W/g, '') ?? '';
  const type = Object.hasOwn(digestTypes, typeName) ? digestTypes[typeName] : undefined;
  const digest = /^[\da-f]{32,200}$/i.exec(value('dgst'))?.[0];
  const isComplete = tag !== undefined && algorithm !== undefined && type !== undefined && digest !== undefined;
  return isComplete ? [`${tag} ${algorithm} ${type} ${digest.toUpperCase()}`] : [];
}
