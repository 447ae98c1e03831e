import type { AnyTool } from '@sonde/contract';
import { FROM, refuseBurden } from '@sonde/contract/places/asked-elsewhere';
import { placesCall } from '@sonde/contract/places/places';
import { toReverseName } from '@sonde/contract/targets/reverse-name';
import { moduleOf } from '@sonde/contract/tools/modules';
import { useEffect } from 'react';
import { ask } from '../../browser/api/ask.ts';
import { useLookupParts } from '../lookup/lookup-parts.ts';
import { apiCalls } from '../screens/api-calls.ts';
import type { ScreenCard } from '../screens/screen-card.ts';
import type { ElsewhereProps } from './elsewhere-props.ts';
import type { KnownPlace } from './known-place.ts';
import { OtherPlaces, type PlaceRead, type PlacesRead } from './other-places.tsx';

export interface AskingProps extends Pick<ElsewhereProps, 'screen' | 'onShow'> {
  readonly asked: NonNullable<ElsewhereProps['asked']>;
  /** Ids of places. */
  readonly from: readonly string[];
  readonly known: ReadonlyMap<string, KnownPlace>;
}

const ignore = () => {};

/** Asks the places, and keeps what they have answered while the page around changes. */
export function Asking({ screen, asked, onShow, from, known }: AskingProps) {
  const query = queryOf(screen, asked.target);
  const call = placesCall(screen.id);
  const { answer, draft, error, isBusy, askAgain } = useLookupParts<
    PlacesRead,
    { readonly answer?: PlaceRead | undefined },
    readonly PlaceRead[]
  >(
    {
      queryKey: [screen.id, asked.target, 'places', from.join(','), ...Object.values(query)],
      queryFn: ({ signal, onPart }) => {
        refuseIfBurden(screen.id, query);
        return ask(call, { ...query, [FROM]: from.join(',') }, signal, (part) => part !== null && onPart(part));
      },
      retry: false,
      addParts: (known, parts) => [...(known ?? []), ...parts.flatMap((part) => part.answer ?? [])],
    },
    asked.submitCount ?? 0,
    ignore,
  );
  const data = answer?.data ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: showing renders the page, and only these are new then
  useEffect(() => {
    onShow(
      <OtherPlaces
        tool={screen.id}
        from={from}
        known={known}
        answers={isBusy ? (draft ?? []) : (data?.places ?? [])}
        groups={isBusy ? null : (data?.groups ?? null)}
        error={isBusy ? null : error}
        onAgain={askAgain}
      />,
    );
  }, [screen.id, from.join(','), data, draft, error, isBusy, onShow]);
  return null;
}

/** What the server would refuse is not sent. @throws ToolError. */
function refuseIfBurden(id: string, query: Readonly<Record<string, string>>): void {
  const contract: AnyTool | undefined = moduleOf(id)?.contract;
  const read = contract?.query.safeParse(query);
  if (contract !== undefined && read?.success === true) refuseBurden(contract, read.data);
}

/** Fixed by the specification, and sent by the page of the tool as well. */
const always: Readonly<Record<string, Readonly<Record<string, string>>>> = { ping: { count: '5', interval: '2' } };

/** The query of the page's own lookup: the options in the address have the names of the API's parameters. */
function queryOf({ id, lookup }: ScreenCard, target: string): Readonly<Record<string, string>> {
  const param = apiCalls[id]?.param ?? lookup?.param ?? '';
  const known = Object.keys(moduleOf(id)?.contract.query.shape ?? {});
  const options = [...new URLSearchParams(location.search)].filter(
    ([name]) => name !== lookup?.param && known.includes(name),
  );
  const asked = id === 'dns' ? (toReverseName(target) ?? target) : target;
  return { ...always[id], ...Object.fromEntries(options), [param]: asked };
}
