import { useLayoutEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { PastedField, PreFlightTexts } from './pasted.ts';

/** A field as typed or pasted, and what was read from it: null for one from a link, until the fields are loaded. */
export interface FieldEntry {
  readonly text: string;
  readonly read: PastedField | null;
}

export type Entries = Readonly<Record<keyof PreFlightTexts, FieldEntry>>;

/**
 * The fields «before publishing», and those of their values that are in the page's address because of a press or a
 * link. What reads them is loaded with the fields; until then a link is left to the server, which says what is wrong.
 */
export function usePreFlight() {
  const search = useSearch();
  const asked = useMemo(() => inAddress(new URLSearchParams(search)), [search]);
  const [entries, setEntries] = useState<Entries>(() => entriesOf(asked));
  const [isTold, setTold] = useState(false);
  useLayoutEffect(() => {
    setEntries(entriesOf(asked));
    // Problems of a link are shown at once.
    setTold(true);
  }, [asked]);
  const isWrong = problemOf(entries.servers) !== null || problemOf(entries.ds) !== null;
  return {
    entries,
    setEntries,
    /** Whether problems are shown: from the first press on. */
    isTold,
    /** For the address of the page; must stay the same object while its values are the same. */
    parameters: useMemo(
      () => ({ ...parameter('servers', entries.servers), ...parameter('ds', entries.ds) }),
      [entries],
    ),
    asked,
    isAsked: asked.servers !== '' || asked.ds !== '',
    /** Returns whether the fields are valid, and shows their problems. */
    check(): boolean {
      setTold(isWrong);
      return !isWrong;
    },
  };
}

/** What is wrong with a field; null for a valid one. */
export const problemOf = ({ read }: FieldEntry) => read?.problem ?? null;

function inAddress(query: URLSearchParams): PreFlightTexts {
  return { servers: query.get('servers') ?? '', ds: query.get('ds') ?? '' };
}

function entriesOf({ servers, ds }: PreFlightTexts): Entries {
  return { servers: entryOf(servers), ds: entryOf(ds) };
}

/** One entry of the query per line. */
function entryOf(text: string): FieldEntry {
  return { text: text.split(',').join('\n'), read: null };
}

function parameter(name: keyof PreFlightTexts, { text, read }: FieldEntry): Readonly<Record<string, string>> {
  const value = read === null ? text.split('\n').join(',') : read.problem === null ? read.value : '';
  return value === '' ? {} : { [name]: value };
}
