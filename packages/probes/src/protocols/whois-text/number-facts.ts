import {
  type Contact,
  type Enclosing,
  isRedactedValue,
  noFacts,
  type RegistrationFacts,
  shownValue,
} from '../registration/facts.ts';
import { readAbuse, readAbuseComments } from './abuse.ts';
import { readContactObject } from './contacts.ts';
import { fieldNames } from './field-names.ts';
import { valuesOf } from './fields.ts';
import { readDates, readStates } from './lifecycle.ts';
import { enclosingOf, type NumberResource, rangeText } from './number-resources.ts';
import { type DatabaseObject, findObject, splitObjects } from './objects.ts';

const handleKeys = ['nethandle', 'ashandle'];
const labelKeys = ['netname', 'as-name', 'asname'];
const organizationKeys: ReadonlySet<string> = new Set(['orgname', 'custname', 'organisation']);

/** The facts about a network or an AS: those of the most specific resource, and of the larger ones that contain it. */
export function readNumberFacts(resources: readonly NumberResource[], text: string): RegistrationFacts {
  const [resource] = resources;
  if (resource === undefined) return noFacts;
  const comments = readAbuseComments(text);
  const { handle, label, country, created, updated, abuse } = describe(resource, '', comments);
  return {
    ...noFacts,
    handle,
    label,
    range: rangeText(resource),
    country,
    created,
    updated,
    status: readStates(resource.own),
    contacts: contactsOf(resource),
    abuse,
    partOf: enclosingOf(resources, (one, range) => describe(one, range, comments)),
    isRedacted: resource.fields.some(({ value }) => isRedactedValue(value)),
  };
}

function describe(resource: NumberResource, range: string, comments: ReadonlyMap<string, string>): Enclosing {
  const { own } = resource;
  const isBlock = own.some(({ key }) => key === 'as-block');
  // A block of AS numbers has no holder; its description says what it is.
  const holder = isBlock ? null : holderOf(resource);
  const first = (keys: readonly string[]) => shownValue(valuesOf(own, keys)[0]);
  const isNobodys = valuesOf(own, ['descr']).some((text) => PLACEHOLDER.test(text));
  const { created, updated } = readDates(own);
  return {
    range,
    handle: first(handleKeys),
    label: first(isBlock ? ['descr'] : labelKeys),
    holder: holder?.organization ?? holder?.name ?? null,
    // RIPE writes `EU # Country is really world wide` there.
    country: isNobodys ? null : (first(fieldNames.country) ?? holder?.country ?? null),
    created,
    updated,
    abuse: abuseOf(resource, comments),
  };
}

/** What RIPE and APNIC write about addresses that belong to other registries: it is not their holder. */
const PLACEHOLDER =
  /^IPv[46] address block not managed by the RIPE NCC$|^Transferred to the .{1,30} region\b|^(?:this network range is )?not allocated (?:to|by) APNIC\b/i;

/** Organizations are separate objects (`org-name`, `OrgName`), or fields of the resource (`owner`, `descr`). */
function holderOf({ own, fields }: NumberResource): Contact | null {
  const { objects } = splitObjects(fields);
  const referred = valuesOf(own, ['org']).map((id) => findObject(objects, id))[0] ?? null;
  if (referred !== null) return readContactObject('registrant', referred);
  const organization = fields.find(({ key }) => organizationKeys.has(key));
  const paragraph = fields.filter(({ block }) => block === organization?.block);
  const name = shownValue(valuesOf(paragraph, ['orgname', 'custname', 'org-name'])[0]);
  const country = shownValue(valuesOf(paragraph, fieldNames.country)[0]);
  const written = name ?? shownValue(valuesOf(own, ['owner', 'descr'])[0]);
  if (written === null || PLACEHOLDER.test(written)) return null;
  return { role: 'registrant', name: null, organization: written, email: null, phone: null, country };
}

const contactKeys = { administrative: ['admin-c'], technical: ['tech-c', 'routing-c'] } as const;

function contactsOf(resource: NumberResource): Contact[] {
  const { objects } = splitObjects(resource.fields);
  const holder = holderOf(resource);
  const others = Object.entries(contactKeys).flatMap(([role, keys]) => {
    const object = findFirst(objects, valuesOf(resource.own, keys));
    return (object && readContactObject(role, object)) ?? [];
  });
  return [...(holder === null ? [] : [holder]), ...others];
}

function findFirst(objects: readonly DatabaseObject[], ids: readonly string[]): DatabaseObject | null {
  return ids.map((id) => findObject(objects, id)).find((object) => object !== null) ?? null;
}

function abuseOf(
  { text, own, fields }: NumberResource,
  comments: ReadonlyMap<string, string>,
): RegistrationFacts['abuse'] {
  const comment = shownValue(comments.get(text));
  if (comment !== null) return { email: comment, phone: null };
  const referred = findFirst(splitObjects(fields).objects, valuesOf(own, ['abuse-c']));
  const contact = referred === null ? null : readContactObject('abuse', referred);
  if (contact === null || (contact.email === null && contact.phone === null)) return readAbuse(fields);
  return { email: contact.email, phone: contact.phone };
}
