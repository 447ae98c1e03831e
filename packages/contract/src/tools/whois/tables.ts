import type { Reading } from '../../reading.ts';
import type { Table } from '../../table/table.ts';
import { formatUtc } from '../../text/format-utc.ts';
import type { whois } from './contract.ts';

type Registration = Reading<typeof whois.answer>['registration'];

/** One field of a registration, and the server that sent it. */
export interface FieldRow {
  readonly label: string;
  readonly value: string;
  readonly source: string | null;
  readonly mono: boolean;
}

type Field = keyof Registration & string;
type Enclosing = Registration['partOf'][number];

/** The known fields in reading order. */
export function fieldRows(registration: Registration): readonly FieldRow[] {
  const { registrar, abuse, nameServers, ds, contacts, partOf, sources } = registration;
  const row = (label: string, field: Field, value: string | null, mono = false): FieldRow[] =>
    value === null || value === '' ? [] : [{ label, value, source: sources[field] ?? null, mono }];
  const date = (label: string, field: 'created' | 'updated' | 'expires' | 'registrarExpires') =>
    row(label, field, registration[field] && formatUtc(registration[field]), true);
  const joined = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(', ');
  return [
    ...row('Registrar', 'registrar', registrar && joined(registrar.name, registrar.url)),
    ...row('IANA ID', 'registrar', registrar?.ianaId ?? null, true),
    ...date('Created', 'created'),
    ...date('Updated', 'updated'),
    ...date('Expires', 'expires'),
    ...(registration.registrarExpires === registration.expires
      ? []
      : date('Expires at the registrar', 'registrarExpires')),
    ...row('Name servers', 'nameServers', nameServers.map(serverText).join(', '), true),
    ...row('DS records', 'ds', ds.join(', '), true),
    ...contacts.flatMap(({ role, name, organization, email, phone, country }) =>
      row(capital(role), 'contacts', joined(organization, name, email, phone, country)),
    ),
    ...row('Abuse contact', 'abuse', abuse && joined(abuse.email, abuse.phone)),
    ...row('Name', 'label', registration.label),
    ...row('Range', 'range', registration.range, true),
    ...row('Country', 'country', registration.country),
    ...row('Registry key', 'handle', registration.handle, true),
    ...partOf.flatMap(enclosingRows),
  ];
}

/** A network that contains this one: name, holder, and where to report abuse. */
function enclosingRows({
  range,
  handle,
  label,
  holder,
  country,
  created,
  updated,
  abuse,
  server,
}: Enclosing): FieldRow[] {
  const dates = [created && `registered ${formatUtc(created)}`, updated && `changed ${formatUtc(updated)}`];
  const parts = [range, label, handle, holder, country, ...dates, abuse?.email, abuse?.phone];
  return [{ label: 'Part of', value: parts.filter(Boolean).join(', '), source: server, mono: false }];
}

/** What to say of a name that is not simply registered; null for a registration. */
export function stateText(state: string | null): string | null {
  if (state === 'reserved') return 'Reserved by the registry';
  return state === 'unrecognised' ? 'The reply was not recognised' : null;
}

export function whoisTables({ registration }: { readonly registration: Registration }): readonly Table[] {
  const rows = fieldRows(registration).map(({ label, value, source }) => [label, value, source ?? '']);
  const state = stateText(registration.state);
  const status = registration.status.map(({ code, meaning }) => [code, meaning ?? '']);
  return [
    {
      title: 'Registration',
      columns: ['Field', 'Value', 'Source'],
      rows: [['Domain', registration.name ?? '', ''], ...(state === null ? [] : [['State', state, '']]), ...rows],
    },
    { title: 'Status codes', columns: ['Code', 'Meaning'], rows: status },
  ];
}

function serverText({ name, addresses }: Registration['nameServers'][number]): string {
  return addresses.length === 0 ? name : `${name} (${addresses.join(', ')})`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
