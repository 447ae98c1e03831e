import type { ReactNode } from 'react';
import { Check } from '../icons/lucide/check.ts';
import { TriangleAlert } from '../icons/lucide/triangle-alert.ts';
import { X } from '../icons/lucide/x.ts';
import type { Icon } from '../icons/svg-icon.ts';

export type Tone = 'neutral' | 'ok' | 'warn' | 'bad';

const formats: Record<Tone, { className: string; icon: Icon | null }> = {
  neutral: { className: 'badge', icon: null },
  ok: { className: 'badge ok', icon: Check },
  warn: { className: 'badge warn', icon: TriangleAlert },
  bad: { className: 'badge bad', icon: X },
};

/** A state in words, with matching icon and colour. */
export function Badge({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  const { className, icon: Icon } = formats[tone];
  return (
    <span className={className}>
      {Icon && <Icon className="i" />}
      {children}
    </span>
  );
}
