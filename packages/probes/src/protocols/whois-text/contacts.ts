import { isDatabaseKey } from '../registration/database-key.ts';
import { type Contact, type RegistrationFacts, shownValue } from '../registration/facts.ts';
import { holderNames, references, roles } from './field-names.ts';
import { type Field, valuesOf } from './fields.ts';
import { type DatabaseObject, findObject } from './objects.ts';

type ContactField = 'name' | 'organization' | 'email' | 'phone' | 'country';
type Role = keyof typeof references;

const fieldNamesOf: Readonly<Record<ContactField, readonly string[]>> = {
  name: ['name', 'contact name', 'person-loc', 'name (last, first)', 'nom', 'nombre'],
  organization: [
    'organization',
    'organisation',
    'contact organisation',
    'organization name',
    'organization-loc',
    'company english name',
    'company name',
    'company',
    'org',
    'organizacion',
  ],
  email: ['email', 'e-mail', 'contact email', 'email address', 'e-mailbox', 'courriel'],
  phone: ['phone', 'telephone', 'contact phone', 'contact phone number', 'phone number', 'téléphone', 'telefono'],
  country: [
    'country code',
    'contact country code',
    'country',
    'country/economy',
    'contact country',
    'country-loc',
    'country / region',
    'pays',
    'pais',
  ],
};

/**
 * The people behind a domain: objects that it refers to, fields such as `Registrant Email` (the common form of ICANN),
 * sections such as `Technical:`, or else whatever the registry calls the holder.
 */
export function readContacts(
  fields: readonly Field[],
  objects: readonly DatabaseObject[],
): RegistrationFacts['contacts'] {
  const found: Contact[] = [];
  const byWord = fieldsByWord(fields);
  for (const role of ['registrant', 'administrative', 'technical', 'billing'] as const) {
    const words = Object.entries(roles).flatMap(([word, rdapRole]) => (rdapRole === role ? [word] : []));
    const contact =
      readReferred(role, fields, objects) ?? firstOf(words, (word) => readWritten(role, word, byWord.get(word) ?? []));
    const shown = role === 'registrant' ? withHolder(contact ?? readOrganisation(objects), fields, objects) : contact;
    if (shown !== null) found.push(shown);
  }
  return found;
}

function firstOf<Word, Found>(words: readonly Word[], read: (word: Word) => Found | null): Found | null {
  for (const word of words) {
    const found = read(word);
    if (found !== null) return found;
  }
  return null;
}

function readReferred(role: Role, fields: readonly Field[], objects: readonly DatabaseObject[]): Contact | null {
  // IANA names the role itself: `contact: administrative`.
  const ids = [...valuesOf(fields, references[role]), role];
  const object = firstOf(ids, (id) => findObject(objects, id));
  return object === null ? null : readContactObject(role, object);
}

/** The holder of an `.int` domain in IANA's database: an object that begins with its name. */
function readOrganisation(objects: readonly DatabaseObject[]): Contact | null {
  const name = objects.find(({ type }) => type === 'organisation')?.id;
  return name === undefined ? null : contactOf('registrant', { ...nobody, organization: name });
}

/** A contact as an object of a registry's database. */
export function readContactObject(role: string, { id, fields }: DatabaseObject): Contact | null {
  const value = (...keys: readonly string[]) =>
    firstOf(keys, (key) => {
      const text = shownValue(valuesOf(fields, [key])[0]);
      return text?.toLowerCase() === id.toLowerCase() ? null : text;
    });
  // AFNIC writes the names of persons and organizations in one field.
  const contact = value('contact');
  const isOrganization = valuesOf(fields, ['type'])[0]?.toUpperCase() === 'ORGANIZATION';
  return contactOf(role, {
    name: value('person', 'role', 'personname', 'name') ?? (isOrganization ? null : contact),
    organization: value('org-name', 'org', ...fieldNamesOf.organization) ?? (isOrganization ? contact : null),
    email: value(...fieldNamesOf.email),
    // LACNIC appends an empty field for an extension to each number.
    phone: value(...fieldNamesOf.phone)?.replace(/\s*\[\]$/, '') ?? null,
    country: value(...fieldNamesOf.country),
  });
}

const longestWord = Math.max(...Object.keys(roles).map(({ length }) => length));

/**
 * The fields in the section of a role, or whose keys begin with its word. Every role is searched in every reply, so the fields
 * are sorted once for all of them.
 */
function fieldsByWord(all: readonly Field[]): ReadonlyMap<string, readonly Field[]> {
  const found = new Map<string, Field[]>();
  const add = (word: string, field: Field) => {
    if (!Object.hasOwn(roles, word)) return;
    const fields = found.get(word);
    if (fields === undefined) found.set(word, [field]);
    else if (fields.at(-1) !== field) fields.push(field);
  };
  for (const field of all) {
    if (field.section !== null) add(field.section, field);
    const { key } = field;
    for (let end = key.indexOf(' '); end >= 0 && end <= longestWord; end = key.indexOf(' ', end + 1))
      add(key.slice(0, end), field);
  }
  return found;
}

function readWritten(role: string, word: string, fields: readonly Field[]): Contact | null {
  if (fields.length === 0) return null;
  const part = (names: readonly string[]) => {
    const joined = valuesOf(
      fields,
      names.map((name) => `${word} ${name}`),
    )[0];
    const inside = fields.filter(({ section, key }) => section === word && key !== word);
    return firstOf([joined, ...names.map((name) => valuesOf(inside, [name])[0])], shownValue);
  };
  const given = [part(['given name']), part(['family name'])].filter((name) => name !== null).join(' ');
  const name = part(fieldNamesOf.name) ?? (given || null);
  const organization = part(fieldNamesOf.organization);
  // .lv and .sn say in a field of its own that the name is an organization's.
  const isOrganization = ORGANIZATION.test(part(['type']) ?? '') && organization === null;
  return contactOf(role, {
    name: isOrganization ? null : name,
    organization: isOrganization ? name : organization,
    email: part(fieldNamesOf.email),
    phone: part(fieldNamesOf.phone),
    country: part(fieldNamesOf.country),
  });
}

const ORGANIZATION = /^(?:legal person|organi[sz]ation)$/i;

/**
 * The key of a contact behind its name: `JANE EXAMPLE (BNC38N)` (.bn), `Domain Administrator (mm-171195)` (.st),
 * `Juan Ejemplo (example.com.ve-dom) juan@example.com` (.ve, .uy).
 */
const KEY_BEHIND =
  /\s*\((?:(?=[A-Z-]*\d)[A-Z][A-Z0-9-]{3,}|[a-z]{1,4}-\d{3,}|[a-z0-9.-]{1,253}-(?:dom|adm|tec|bil|adnic(?:-o)?))\)(?:\s\S{1,253}@\S{1,253})?$/;

/** An address, also in words: `hostmaster AT example.co.il`. Registries write links and sentences into this field, too. */
const EMAIL = /^\S+ ?(?:@|\bAT\b|[[(]at[\])]) ?\S+(?: DOT \S{1,63}){0,5}$/i;

/** A field that names the holder takes precedence over the contact person of the registration. */
function withHolder(
  contact: Contact | null,
  fields: readonly Field[],
  objects: readonly DatabaseObject[],
): Contact | null {
  if (contact !== null && contact.organization !== null) return contact;
  const own = fields.filter(({ section, key }) => section === null || section === key);
  const holder = firstOf(holderNames, (name) => {
    const [first, second] = valuesOf(own, [name]);
    // `Owner: DNS Admin`, `Owner: Example Inc.` (.tm, .sm): a person above an organization.
    const written = name === 'owner' && hasLegalForm(second) && !hasLegalForm(first) ? second : first;
    const value = nameOrNull(shownValue(written));
    const isName = value !== null && !isWithheldHolder(value) && findObject(objects, value) === null;
    return isName ? value : null;
  });
  if (holder === null) return contact;
  return { ...(contact ?? { role: 'registrant', ...nobody }), organization: holder };
}

function hasLegalForm(name: string | undefined): boolean {
  return name !== undefined && /[\s,](?:inc|llc|ltd|limited|corp|gmbh|ag|s\.?r\.?l|s\.?a|b\.?v)\.?$/i.test(name);
}

/** What RNIDS writes in place of a person's name. */
export function isWithheldHolder(value: string): boolean {
  return /^individual$/i.test(value);
}

const nobody: Omit<Contact, 'role'> = { name: null, organization: null, email: null, phone: null, country: null };

/** A contact with what is certain about it: no database keys as names, and no texts that are not addresses as e-mail. */
function contactOf(role: string, written: Omit<Contact, 'role'>): Contact | null {
  const { name, organization, email } = written;
  const parts = {
    ...written,
    name: nameOrNull(name),
    organization: nameOrNull(organization),
    email: email !== null && EMAIL.test(email) ? email : null,
  };
  return Object.values(parts).some((value) => value !== null) ? { role, ...parts } : null;
}

function nameOrNull(text: string | null): string | null {
  // `UNKNOWN Example Inc.`: some registrars set this for the first name of an organization.
  const name = text?.replace(KEY_BEHIND, '').replace(/^UNKNOWN (?=\S)/, '') ?? null;
  return name === null || isDatabaseKey(name) ? null : name;
}
