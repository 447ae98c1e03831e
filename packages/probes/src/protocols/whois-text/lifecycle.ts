import { type NumericDates, orderOfDates, readDate } from '../registration/dates.ts';
import { readStatus } from '../registration/epp-status.ts';
import { type RegistrationFacts, shownValue } from '../registration/facts.ts';
import { isReservedState } from '../registration/reserved-states.ts';
import { fieldNames } from './field-names.ts';
import { type Field, valuesOf } from './fields.ts';

type Dates = Pick<RegistrationFacts, 'created' | 'updated' | 'expires' | 'registrarExpires'>;

/**
 * JPRS puts the expiry date of `.co.jp` and similar domains into the status: `Connected (2027/09/30)`. The date of another
 * state is that of its own event: `Deleted (2013/01/31)`.
 */
const STATE_WITH_DATE = /^[A-Za-z ]{1,30} \(\d{4}\/\d{2}\/\d{2}\)$/;
const CONNECTED_UNTIL = /^Connected \((\d{4}\/\d{2}\/\d{2})\)$/;

/** `changed: hostmaster@example.com 20130307` (RPSL before 2015): one line for each change. */
const CHANGED_BY = /^\S{1,253}@\S{1,253} (\d{8})$/;

const CODE = /^[a-z]{2,40}$/i;

const stateNames: readonly string[] = fieldNames.status;

/** For each kind of date, the first one in the text under any of its names. */
export function readDates(fields: readonly Field[], known: NumericDates = 'unknown'): Dates {
  const order = known === 'unknown' ? orderOfDates(fields.map(({ value }) => value)) : known;
  const date = (names: readonly string[]) => {
    for (const { key, value } of fields) {
      const found = names.includes(key) ? readDate(value, order) : null;
      if (found !== null) return found;
    }
    return null;
  };
  const inState = valuesOf(fields, ['state', '状態']).map((value) => CONNECTED_UNTIL.exec(value)?.[1])[0];
  const changes = valuesOf(fields, ['changed']).flatMap((value) => CHANGED_BY.exec(value)?.[1] ?? []);
  return {
    created: date(fieldNames.created),
    updated: date(fieldNames.updated) ?? readDate([...changes].sort().at(-1) ?? ''),
    expires: date(fieldNames.expires) ?? readDate(inState ?? ''),
    registrarExpires: date(fieldNames.registrarExpires),
  };
}

/** `Transfer Prohibited by Registrar` (.gg, .je), which is EPP's `clientTransferProhibited` in words. */
const PROHIBITED = /^(delete|renew|transfer|update) prohibited by (registrar|registry)$/i;

/** Status codes, one or several per line, possibly followed by a URL; .be lists them as `Flags`. */
export function readStates(fields: readonly Field[]): RegistrationFacts['status'] {
  const flags = fields.flatMap(({ key, section, value }) =>
    key === 'flags' && section === 'flags' && CODE.test(value) ? [value] : [],
  );
  // AFNIC and .se have two fields: the registry's own one may say that the name is reserved.
  const reserved = fields.flatMap(({ key, value }) =>
    stateNames.includes(key) && isReservedState(value) ? [value] : [],
  );
  const values = [...reserved, ...(flags.length > 0 ? flags : valuesOf(fields, fieldNames.status))];
  const words = values.flatMap((value) =>
    (STATE_WITH_DATE.test(value) ? value.replace(/ \(.*$/, '') : value)
      .replace(/\(?https?:\/\/\S*/g, '')
      // `*** This registration has been SUSPENDED. ***` (.uk)
      .replace(/^\*+ | \*+$/g, '')
      .replace(
        PROHIBITED,
        (_, what: string, who: string) => `${/registry/i.test(who) ? 'server' : 'client'} ${what} prohibited`,
      )
      // `ST_CL_UPDATEPROHIBITED ST_CL_DELETEPROHIBITED` (.as)
      .split(/[,;]|\s--\s|\s\/\s|\s(?=ST_)/),
  );
  const shown = words.flatMap((value) => shownValue(value.replace(/^\d{3} /, '')) ?? []);
  return [...new Map(shown.map(readStatus).map((status) => [status.code, status])).values()];
}
