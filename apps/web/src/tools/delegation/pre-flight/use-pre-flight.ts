import { useLayoutEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { type Pasted, type PreFlight, readPastedDs, readPastedServers } from './pasted.ts';

/** The fields of the form, as the visitor has typed or pasted them. */
export type Texts = Readonly<Record<keyof PreFlight, string>>;

/** What is wrong with each field; null where nothing is. */
export type Problems = Readonly<Record<keyof PreFlight, string | null>>;

/** The fields «before publishing», and what of them is in the page's address: of the last press, or of a link. */
export function usePreFlight() {
  const search = useSearch();
  const asked = useMemo(() => inAddress(new URLSearchParams(search)), [search]);
  const [texts, setTexts] = useState<Texts>(() => textsOf(asked));
  const [isTold, setTold] = useState(false);
  useLayoutEffect(() => {
    setTexts(textsOf(asked));
    // What is wrong with a link is told at once.
    setTold(true);
  }, [asked]);
  const read = useMemo(() => ({ servers: readPastedServers(texts.servers), ds: readPastedDs(texts.ds) }), [texts]);
  const found: Problems = { servers: read.servers.problem, ds: read.ds.problem };
  const isWrong = found.servers !== null || found.ds !== null;
  return {
    texts,
    setTexts,
    /** Told from the first press on. */
    problems: isTold ? found : none,
    /** For the address of the page; must stay the same object while it is the same. */
    parameters: useMemo(() => ({ ...parameter('servers', read.servers), ...parameter('ds', read.ds) }), [read]),
    asked: useMemo(() => given(asked), [asked]),
    isAsked: asked.servers !== '' || asked.ds !== '',
    /** Whether the fields can be used; tells what is wrong with them. */
    check(): boolean {
      setTold(isWrong);
      return !isWrong;
    },
  };
}

const none: Problems = { servers: null, ds: null };

function inAddress(query: URLSearchParams): PreFlight {
  return { servers: query.get('servers') ?? '', ds: query.get('ds') ?? '' };
}

/** One entry a line. */
function textsOf({ servers, ds }: PreFlight): Texts {
  const lines = (text: string) => text.split(',').join('\n');
  return { servers: lines(servers), ds: lines(ds) };
}

/** What cannot be read is left to the server, which says why. */
function given({ servers, ds }: PreFlight): PreFlight {
  const usable = (read: Pasted, text: string) => (read.problem === null ? read.value : text);
  return { servers: usable(readPastedServers(servers), servers), ds: usable(readPastedDs(ds), ds) };
}

function parameter(name: keyof PreFlight, read: Pasted): Readonly<Record<string, string>> {
  return read.problem !== null || read.value === '' ? {} : { [name]: read.value };
}
