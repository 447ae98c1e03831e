import { type ReactNode, useMemo } from 'react';
import { BeganContext } from '../../ui/times/use-elapsed-seconds.ts';
import type { LookupForm, TargetQuestion } from './use-lookup-form.ts';

export interface BeganProps {
  readonly form: Pick<LookupForm<TargetQuestion & { readonly submitCount?: number }>, 'asked' | 'isBusy'>;
  readonly children: ReactNode;
}

/** Tells what is shown of a lookup when it began. */
export function Began({ form: { asked, isBusy }, children }: BeganProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a lookup begins when one of these changes
  const began = useMemo(() => performance.now(), [asked?.target, asked?.submitCount, isBusy]);
  return <BeganContext value={began}>{children}</BeganContext>;
}
