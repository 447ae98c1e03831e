import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { documentTitle } from '../shell/document-title.ts';
import { lookupLink } from '../shell/lookup-link.ts';
import { AdSlots } from '../ui/ad-slot.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RecentLookups } from '../ui/recent-lookups.tsx';
import { SearchForm } from '../ui/search-form.tsx';
import { visibleText } from '../ui/visible-text.ts';
import { CheckedContext, ShowCheckedContext } from './checked-context.ts';
import { type LazyResult, usePrefetch } from './lazy-result.tsx';
import { Offer } from './offer.tsx';
import type { ScreenCard } from './screen-card.ts';
import { loadUnderstood, takePaste } from './take-paste.ts';
import type { OnRunning } from './use-lookup.ts';
import { type LookupForm, notBegun, type Question } from './use-lookup-form.ts';

/** What a tool's result is given: what is looked up, and what a visitor may do about it. */
export interface ResultProps<Asked extends Question> {
  readonly asked: Asked;
  readonly onRunning: OnRunning;
  /** Calls the running lookup off. */
  onCancel(): void;
  /** Asks the same anew, as a press of the button does. */
  onAgain(): void;
}

export interface LookupPageProps<Asked extends Question> {
  readonly screen: ScreenCard;
  readonly form: LookupForm<Asked>;
  /** The field's name, for those who cannot see the placeholder. */
  readonly label: string;
  readonly placeholder: string;
  /** A SubmitButton or a RoundButton. */
  readonly button: ReactNode;
  /** What to offer a first visitor. */
  readonly examples: readonly string[];
  /** Before them, in the row under the field. */
  readonly more?: ReactNode;
  /** What the tool measures and what it cannot tell, for who has not looked anything up yet. */
  readonly about: string;
  /** Before the first lookup. */
  readonly idle?: ReactNode;
  /** While the result's code is on the way. */
  readonly loading: ReactNode;
  readonly result: LazyResult<ResultProps<Asked>>;
}

/** What reads a pasted text. */
const reader = { prefetch: () => void loadUnderstood() };

/** The page of a tool: header, field and recent lookups; below them nothing yet, or what came of the lookup. */
export function LookupPage<Asked extends Question>(props: LookupPageProps<Asked>) {
  const {
    screen,
    form,
    label,
    placeholder,
    button,
    examples,
    more,
    about,
    idle = <AdSlots />,
    loading,
    result,
  } = props;
  const { asked } = form;
  const started = form.isStarted && asked !== null ? asked.target : null;
  const [checked, showChecked] = useState<ReactNode>(null);
  usePrefetch(result);
  usePrefetch(reader);
  const title = documentTitle(screen.title, asked && visibleText(asked.target));
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <PageHeader icon={screen.icon} title={screen.title} subtitle={screen.subtitle}>
        <SearchForm
          action={screen.path}
          name={form.param}
          label={label}
          placeholder={placeholder}
          value={form.text}
          onValueChange={form.type}
          onSubmit={form.submit}
          onCancel={form.cancel}
          busy={form.isBusy}
          invalid={form.isInvalid}
          onPaste={(event) => takePaste(event, { screen, type: form.type, choose: form.choose })}
          message={form.message}
          offer={<Offer screen={screen} refused={form.text} onChoose={form.choose} />}
          button={button}
        >
          {/* First, because the row may be longer than a small window. */}
          {more}
          <RecentLookups
            tool={screen.id}
            current={form.isBusy ? started : null}
            examples={examples}
            hrefOf={(target) => lookupLink(screen, target) ?? screen.path}
            onChoose={form.choose}
          />
        </SearchForm>
      </PageHeader>
      {asked === null ? (
        <>
          <p className="about">{about}</p>
          {idle}
        </>
      ) : (
        <Suspense fallback={form.isStarted ? <Fetching onRunning={form.onRunning}>{loading}</Fetching> : <AdSlots />}>
          <ShowCheckedContext value={showChecked}>
            <CheckedContext value={checked}>
              <result.Result
                asked={asked}
                onRunning={form.onRunning}
                onCancel={form.cancel}
                onAgain={() => form.choose(asked.target)}
              />
            </CheckedContext>
          </ShowCheckedContext>
        </Suspense>
      )}
    </>
  );
}

/** To the visitor the lookup runs from the press on: it can be called off before the code that begins it is there. */
function Fetching({ onRunning, children }: { readonly onRunning: OnRunning; readonly children: ReactNode }) {
  useEffect(() => {
    onRunning(notBegun);
    return () => onRunning(null);
  }, [onRunning]);
  return children;
}
