import { listedPlaces } from '@sonde/contract/own-place';
import { formatUtc } from '@sonde/contract/text/format-utc';
import { useContext, useEffect } from 'react';
import { Link } from 'wouter';
import { useAuth } from '../../browser/accounts/auth.ts';
import type { KeptLookup } from '../../browser/accounts/kept-lookup.ts';
import { useListedAnswer } from '../../browser/accounts/listed-answer.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { documentTitle } from '../../browser/page/document-title.ts';
import { OwnersContext } from '../../tools/checked/frozen-context.ts';
import { lookupLink } from '../../tools/screens/lookup-link.ts';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { RotateCw } from '../../ui/icons/lucide/rotate-cw.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { shownText } from '../../ui/text/shown-text.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import { FrozenAnswer } from './frozen-part.tsx';
import sheet from './kept.css?inline';

adoptSheet(sheet);

export interface ListedAnswerProps {
  readonly lookup: KeptLookup;
}

/** The answer of one lookup of a list of the account, as it was measured. */
export function Result({ lookup }: ListedAnswerProps) {
  const { user, isLoading, problem } = useAuth();
  if (problem !== null) return <ErrorBox message={problem} onRetry={() => location.reload()} />;
  if (isLoading) return <p role="status">One moment…</p>;
  return user === null ? <SignedOut /> : <Kept lookup={lookup} />;
}

function SignedOut() {
  return (
    <Panel title="An answer of a list">
      <p className="status">
        Only its owner can read it. <Link href="/login">Sign in</Link> to read the answers of your lists.
      </p>
    </Panel>
  );
}

function Kept({ lookup }: ListedAnswerProps) {
  const { data, error, refetch } = useListedAnswer(lookup);
  const { target, tool, place } = lookup;
  const screen = useContext(ToolsContext).find(({ id }) => id === tool);
  const name = screen?.name ?? tool;
  const again = screen === undefined ? null : lookupLink(screen, target);
  useEffect(() => {
    document.title = documentTitle(name, visibleText(target));
  }, [name, target]);
  return (
    <>
      <section className="frozen" aria-label="About this answer">
        <p className="what">
          <strong>{shownText(target)}</strong>, {visibleText(name)}
          {place !== undefined && `, as seen from ${listedPlaces([place])}`}
          {data?.measuredAt != null && (
            <>
              , measured <time dateTime={data.measuredAt}>{formatUtc(data.measuredAt)}</time>
            </>
          )}
        </p>
        <p>
          As your list has it. It has not been updated since. Its link is for you alone: to share a result with others,
          look it up again.
        </p>
        <div className="acts">
          {again !== null && (
            <Link className="btn" href={again}>
              <RotateCw className="i" />
              Look up again
            </Link>
          )}
          <Link className="btn" href="/dashboard">
            All lists
          </Link>
        </div>
      </section>
      {error !== null && <ErrorBox message={textOf(error)} onRetry={() => refetch()} />}
      {error === null && data === undefined && <p role="status">One moment…</p>}
      {data !== undefined && (
        <OwnersContext value={true}>
          <FrozenAnswer part={{ ...data, key: '', withheld: [] }} />
        </OwnersContext>
      )}
    </>
  );
}
