import type { ReactNode } from 'react';
import { Clock } from '../../ui/icons/lucide/clock.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import type { PageProps } from './screen-card.ts';

export interface ComingSoonProps extends PageProps {
  /** What the visitor can use instead for now. */
  readonly children?: ReactNode;
}

/** The page of an announced tool: its planned features. No form and no sign-up. */
export function ComingSoon({ screen, children }: ComingSoonProps) {
  return (
    <>
      <PageHeader icon={screen.icon} title={screen.title} subtitle={screen.subtitle} />
      <h2 className="heading">What it will do</h2>
      <ul className="soon-grid">
        {screen.features.map((feature) => (
          <li key={feature}>
            <Clock className="i" />
            {feature}
          </li>
        ))}
      </ul>
      {children}
    </>
  );
}
