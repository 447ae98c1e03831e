import { useLayoutEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { type PastedField, type PreFlightTexts, readPastedDs, readPastedServers } from './pasted.ts';

/** The text of each field as typed or pasted. */
export type Texts = Readonly<Record<keyof PreFlightTexts, string>>;

/** What is wrong with each field; null for a valid one. */
export type Problems = Readonly<Record<keyof PreFlightTexts, string | null>>;

/**
 * The fields «before publishing», and those of their values that are in the page's address because of a press or a
 * link.
 */
export function usePreFlight() {
  const search = useSearch();
  const asked = useMemo(() => inAddress(new URLSearchParams(search)), [search]);
  const [texts, setTexts] = useState<Texts>(() => textsOf(asked));
  const [isTold, setTold] = useState(false);
  useLayoutEffect(() => {
    setTexts(textsOf(asked));
    // Problems of a link are shown at once.
    setTold(true);
  }, [asked]);
  const read = useMemo(() => ({ servers: readPastedServers(texts.servers), ds: readPastedDs(texts.ds) }), [texts]);
  const found: Problems = { servers: read.servers.problem, ds: read.ds.problem };
  const isWrong = found.servers !== null || found.ds !== null;
  return {
    texts,
    setTexts,
    /** Shown from the first press on. */
    problems: isTold ? found : none,
    /** For the address of the page; must stay the same object while its values are the same. */
    parameters: useMemo(() => ({ ...parameter('servers', read.servers), ...parameter('ds', read.ds) }), [read]),
    asked: useMemo(() => given(asked), [asked]),
    isAsked: asked.servers !== '' || asked.ds !== '',
    /** Returns whether the fields are valid, and shows their problems. */
    check(): boolean {
      setTold(isWrong);
      return !isWrong;
    },
  };
}

const none: Problems = { servers: null, ds: null };

function inAddress(query: URLSearchParams): PreFlightTexts {
  return { servers: query.get('servers') ?? '', ds: query.get('ds') ?? '' };
}

/** One entry per line. */
function textsOf({ servers, ds }: PreFlightTexts): Texts {
  const lines = (text: string) => text.split(',').join('\n');
  return { servers: lines(servers), ds: lines(ds) };
}

/** Invalid values are left to the server, which says what is wrong. */
function given({ servers, ds }: PreFlightTexts): PreFlightTexts {
  const usable = (read: PastedField, text: string) => (read.problem === null ? read.value : text);
  return { servers: usable(readPastedServers(servers), servers), ds: usable(readPastedDs(ds), ds) };
}

function parameter(name: keyof PreFlightTexts, read: PastedField): Readonly<Record<string, string>> {
  return read.problem !== null || read.value === '' ? {} : { [name]: read.value };
}
