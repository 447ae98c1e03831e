// In this folder: the page of a lookup, its form, and how a lookup runs.
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { documentTitle } from '../../browser/page/document-title.ts';
import { AdSlots } from '../../ui/ads/ad-slot.tsx';
import { RecentLookups } from '../../ui/forms/recent-lookups.tsx';
import { SearchForm } from '../../ui/forms/search-form.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { BeganContext } from '../../ui/times/began-context.ts';
import { type Checked, CheckedContext, ShowCheckedContext } from '../checked/checked-context.ts';
import { loadLeave, loadPastedText, takePaste } from '../paste/take-paste.ts';
import { useAnyField } from '../paste/use-any-field.tsx';
import { Elsewhere } from '../places/elsewhere.tsx';
import { ElsewhereContext } from '../places/elsewhere-context.ts';
import { lookupLink } from '../screens/lookup-link.ts';
import type { ScreenCard } from '../screens/screen-card.ts';
import { type LazyResult, usePrefetch } from './lazy-result.tsx';
import { announceRunning, notBegun, type OnRunning } from './running-lookup.ts';
import { useBar } from './use-bar.ts';
import type { LookupForm, TargetQuestion } from './use-lookup-form.ts';
import { WithoutScript } from './without-script.tsx';

/** Props of a tool's result: the target and the visitor's actions. */
export interface ResultProps<Asked extends TargetQuestion> {
  readonly asked: Asked;
  readonly onRunning: OnRunning;
  /** Cancels the running lookup. */
  onCancel(): void;
  /** Repeats the lookup, like pressing the button. */
  onAgain(): void;
}

export interface LookupPageProps<Asked extends TargetQuestion> {
  readonly screen: ScreenCard;
  readonly form: LookupForm<Asked>;
  /** The field's label for screen readers. */
  readonly label: string;
  readonly placeholder: string;
  /** A SubmitButton or a RoundButton. */
  readonly button: ReactNode;
  /** Example targets for a first visit. */
  readonly examples: readonly string[];
  /** Text before the examples, in the row below the field. */
  readonly more?: ReactNode;
  /** What the tool measures and what it cannot tell, shown before the first lookup. */
  readonly about: string;
  /** Shown before the first lookup. */
  readonly idle?: ReactNode;
  /** Shown while the chunk of the result is loading. */
  readonly loading: ReactNode;
  /** Shown while the chunk of the result is loading and no lookup has been started. */
  readonly notStarted?: ReactNode;
  readonly result: LazyResult<ResultProps<Asked>>;
  /** False if other places can answer nothing else, or are not asked. */
  readonly asksPlaces?: boolean;
  /** Shown below the answer, and below the empty page. */
  readonly children?: ReactNode;
}

/** Loads the code that reads texts other than a plain target. */
const reader = {
  prefetch() {
    void loadPastedText();
    void loadLeave();
  },
};

/** The page of a tool: header, field and recent lookups; below them the result of the lookup. */
export function LookupPage<Asked extends TargetQuestion>(props: LookupPageProps<Asked>) {
  const {
    screen,
    form,
    label,
    placeholder,
    button,
    examples,
    more,
    about,
    idle = null,
    loading,
    notStarted = null,
    asksPlaces = true,
    children,
    result,
  } = props;
  const { asked } = form;
  const started = form.isStarted && asked !== null ? asked.target : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a lookup begins when one of these changes
  const began = useMemo(() => performance.now(), [started, form.isBusy]);
  const [checked, showChecked] = useState<Checked | null>(null);
  const [elsewhere, showElsewhere] = useState<ReactNode>(null);
  usePrefetch(result);
  usePrefetch(reader);
  const { submit, offer } = useAnyField(screen, form);
  useTitle(documentTitle(screen.title, asked && visibleText(asked.target)));
  useBar(asked !== null);
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
          onSubmit={submit}
          onCancel={form.cancel}
          busy={form.isBusy}
          invalid={form.isInvalid}
          onPaste={(event) => takePaste(event, { screen, type: form.type, choose: form.choose })}
          message={form.message}
          offer={offer}
          button={button}
        >
          {/* First, because the row may be longer than a small window. */}
          {more}
          {asksPlaces && <Elsewhere screen={screen} asked={form.isStarted ? asked : null} onShow={showElsewhere} />}
          <RecentLookups
            tool={screen.id}
            current={form.isBusy ? started : null}
            examples={examples}
            hrefOf={(target) => lookupLink(screen, target) ?? screen.path}
            onChoose={form.choose}
          />
        </SearchForm>
        <WithoutScript tool={screen.id} label={label} />
      </PageHeader>
      {asked === null ? (
        <>
          <p className="about">{about}</p>
          {idle}
        </>
      ) : (
        <div className="answer-area">
          <BeganContext value={began}>
            <ShowCheckedContext value={showChecked}>
              <CheckedContext value={checked}>
                <ElsewhereContext value={elsewhere}>
                  <result.Result
                    asked={asked}
                    onRunning={form.onRunning}
                    onCancel={form.cancel}
                    onAgain={() => form.choose(asked.target)}
                    fallback={form.isStarted ? <Fetching onRunning={form.onRunning}>{loading}</Fetching> : notStarted}
                  />
                </ElsewhereContext>
              </CheckedContext>
            </ShowCheckedContext>
          </BeganContext>
        </div>
      )}
      {children}
      {/* Last, after everything that is ours. A new element below an answer, so that it does not «move» there. */}
      <AdSlots key={`${asked === null}`} />
    </>
  );
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** For the visitor the lookup runs from the press on, so it can be cancelled before its code is loaded. */
function Fetching({ onRunning, children }: { readonly onRunning: OnRunning; readonly children: ReactNode }) {
  useEffect(() => announceRunning(notBegun, onRunning), [onRunning]);
  return children;
}
