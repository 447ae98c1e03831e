import { formatUtc } from '@sonde/contract/text/format-utc';
import { useQuery } from '@tanstack/react-query';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { queryClient } from '../../browser/api/query-client.ts';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { FrozenAnswer } from '../kept/frozen-part.tsx';
import frozenSheet from '../kept/kept.css?inline';
import { readSnapshot } from '../kept/read-snapshot.ts';

adoptSheet(frozenSheet);

/** A state with its kept answer. */
export interface KeptMoment {
  /** Since when it was so, ISO 8601 in UTC. */
  readonly from: string;
  /** The id of the kept answer. */
  readonly snapshot: string;
}

/** The whole answers of two moments side by side, each as the page of its tool shows it. */
export function Result({ moments }: { readonly moments: readonly [KeptMoment, KeptMoment] }) {
  return (
    <div className="both-answers">
      {moments.map((moment, index) => (
        <Moment key={`${index === 0 ? 'first' : 'second'} ${moment.snapshot}`} {...moment} />
      ))}
    </div>
  );
}

function Moment({ from, snapshot: id }: KeptMoment) {
  const { data, error, refetch } = useQuery(
    { queryKey: ['snapshot', id], queryFn: ({ signal }) => readSnapshot(id, signal), retry: false },
    queryClient,
  );
  const title = `Since ${formatUtc(from)}`;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {error !== null && <ErrorBox message={textOf(error)} onRetry={() => refetch()} />}
      {error === null && data === undefined && <p role="status">One moment…</p>}
      {data?.kept.snapshot.parts.map((part) => (
        <FrozenAnswer key={part.tool} part={part} />
      ))}
    </section>
  );
}
