import { Check, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'ok' | 'warn' | 'bad';

const formats: Record<Tone, { className: string; icon: LucideIcon | null }> = {
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
