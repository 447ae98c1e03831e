import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageHeader } from '../ui/page-header.tsx';
import type { PageProps } from './screen-card.ts';

export interface ComingSoonProps extends PageProps {
  /** What a visitor can know or use today. */
  readonly children?: ReactNode;
}

/** The page of an announced tool: what is planned. No form, nothing to sign up for. */
export function ComingSoon({ screen, children }: ComingSoonProps) {
  return (
    <>
      <PageHeader icon={screen.icon} title={screen.title} subtitle={screen.subtitle} />
      <h2 className="heading">What it will do</h2>
      <ul className="soon-grid">
        {screen.features.map((feature) => (
          <li key={feature}>
            <Check className="i" />
            {feature}
          </li>
        ))}
      </ul>
      {children}
    </>
  );
}
