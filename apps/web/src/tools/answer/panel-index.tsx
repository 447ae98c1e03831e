import type { CheckResult } from '@sonde/contract/finding/check-result';
import { worstOf } from '@sonde/contract/finding/verdict';
import { useEffect, useState } from 'react';
import { useRegionNames } from '../../ui/layout/region-names.ts';
import { openFold } from './check-ticks.tsx';
import type { ShownPanel } from './use-panels.ts';
import { signFor } from './verdict-looks.ts';

/** With fewer panels, an answer is seen at a glance. */
const LEAST = 9;

export interface PanelIndexProps {
  readonly panels: readonly ShownPanel[];
  readonly checks: readonly CheckResult[];
  readonly panelOf: Readonly<Record<string, string>>;
  /** Before the ids of this answer's panels. */
  readonly scope: string;
}

/** Beside a long answer in a wide window: its panels, with the states of their checks. It follows the scroll. */
export function PanelIndex({ panels, checks, panelOf, scope }: PanelIndexProps) {
  const named = useRegionNames();
  const current = useCurrent(panels);
  if (panels.length < LEAST) return null;
  return (
    <nav className="index" aria-label={named('Panels of this answer')}>
      <ul>
        {panels.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={openFold} aria-current={id === current ? 'true' : undefined}>
              {title}
              <State of={checks.filter((check) => scope + panelOf[check.id] === id)} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The worst of the checks that rest on a panel. */
function State({ of }: { readonly of: readonly CheckResult[] }) {
  if (of.length === 0) return null;
  const notes = of.reduce((sum, check) => sum + check.notes, 0);
  const { state, Icon, words } = signFor(worstOf(of.map((check) => check.state)), notes);
  return (
    <span data-state={state}>
      <Icon className="i" />
      <span className="sr">, {words}</span>
    </span>
  );
}

/** The panel in the upper part of the window. */
function useCurrent(panels: readonly ShownPanel[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    if (panels.length < LEAST || !('IntersectionObserver' in window)) return;
    const inView = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id);
          else inView.delete(target.id);
        }
        setCurrent(panels.find(({ id }) => inView.has(id))?.id ?? null);
      },
      { rootMargin: '-10% 0px -60%' },
    );
    for (const { id } of panels) {
      const panel = document.getElementById(id);
      if (panel !== null) observer.observe(panel);
    }
    return () => observer.disconnect();
  }, [panels]);
  return current;
}
