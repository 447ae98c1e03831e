import type { CheckResult } from '@sonde/contract/finding/check-result';
import { useRegionNames } from '../../ui/layout/region-names.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import type { AwaitedCheck } from './check-titles.ts';
import { signFor } from './verdict-looks.ts';

export interface CheckTicksProps {
  readonly checks: readonly CheckResult[];
  hrefOf(check: Pick<CheckResult, 'id' | 'state'>): string;
}

/** The named checks, always in the same places. Each is a link to what it rests on. */
export function CheckTicks({ checks, hrefOf }: CheckTicksProps) {
  const named = useRegionNames();
  return (
    <ul className="ticks" aria-label={named('Checks')}>
      {checks.map(({ id, title, state, summary, notes }) => {
        const { state: sign, Icon, words } = signFor(state, notes);
        return (
          <li key={id} data-check={id} data-state={sign}>
            <a className="tick" href={`#${hrefOf({ id, state })}`} onClick={openFold}>
              <Icon className="i" />
              <span>
                <b>{visibleText(title)}</b>
                <span className="sr">: {words}. </span>
                <span className="sum">{visibleText(summary)}</span>
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** The checks of a lookup that runs, in the places where their results will be. */
export function AwaitedTicks({ checks }: { readonly checks: readonly AwaitedCheck[] }) {
  const named = useRegionNames();
  return (
    <ul className="ticks" aria-label={named('Checks')}>
      {checks.map(({ id, title }) => (
        <li key={id}>
          <div className="tick">
            <span className="i awaited" />
            <span>
              <b>{visibleText(title)}</b>
              <span className="sr">: not known yet.</span>
              <span className="sum" aria-hidden>
                …
              </span>
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The target may be a fold, or in one, which not every browser opens by itself. */
export function openFold({ currentTarget }: { readonly currentTarget: HTMLAnchorElement }): void {
  const target = document.getElementById(decodeURIComponent(currentTarget.hash.slice(1)));
  const folds = [target?.querySelector<HTMLDetailsElement>(':scope > .folded'), target?.closest('details')];
  for (const fold of folds) if (fold != null) fold.open = true;
}
