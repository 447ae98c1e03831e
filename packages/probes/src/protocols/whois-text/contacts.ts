import { type Contact, type Facts, shownValue } from '../registration/facts.ts';
import { holderNames, roles } from './field-names.ts';
import { type Field, valuesOf } from './fields.ts';

const HOLDER_SECTION = /^(?:holder|owner|registrant|organi[sz]ation)/;

type Part = 'name' | 'organization' | 'email' | 'phone' | 'country';

const partNames: Readonly<Record<Part, readonly string[]>> = {
  name: ['name', 'contact name'],
  organization: ['organization', 'organisation', 'contact organisation', 'organization name'],
  email: ['email', 'e-mail', 'contact email'],
  phone: ['phone', 'telephone', 'phone number'],
  country: ['country', 'country/economy'],
};

/**
 * The people behind a registration: fields such as `Registrant Email` (the common form of ICANN), sections such as
 * `Technical:`, or else whatever the registry calls the holder.
 */
export function readContacts(fields: readonly Field[]): Facts['contacts'] {
  const found = new Map<string, Contact>();
  for (const [word, role] of Object.entries(roles)) {
    const contact = contactOf(role, (part) => partValue(fields, word, part));
    if (contact !== null && !found.has(role)) found.set(role, contact);
  }
  if (!found.has('registrant')) {
    const holder = contactOf('registrant', (part) => (part === 'organization' ? holderOf(fields) : null));
    if (holder !== null) found.set('registrant', holder);
  }
  return [...found.values()];
}

function partValue(fields: readonly Field[], word: string, part: Part): string | null {
  const names = partNames[part];
  const joined = valuesOf(
    fields,
    names.map((name) => `${word} ${name}`),
  )[0];
  const inside = valuesOf(
    fields.filter(({ section }) => section === word),
    names,
  )[0];
  return shownValue(joined ?? inside);
}

/** A key of the database stands where a name should. */
const HANDLE = /^ORG-[A-Z0-9]+-[A-Z]+$/;

function holderOf(fields: readonly Field[]): string | null {
  const near = fields.filter(({ section, key }) => section === null || section === key || HOLDER_SECTION.test(section));
  for (const name of holderNames.organization) {
    const value = shownValue(valuesOf(near, [name])[0]);
    if (value !== null && !HANDLE.test(value)) return value;
  }
  return null;
}

function contactOf(role: string, read: (part: Part) => string | null): Contact | null {
  const contact = {
    role,
    name: read('name'),
    organization: read('organization'),
    email: read('email'),
    phone: read('phone'),
    country: read('country'),
  };
  const { role: _, ...parts } = contact;
  return Object.values(parts).some((value) => value !== null) ? contact : null;
}
