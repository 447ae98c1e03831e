import type { ComponentType, ReactNode } from 'react';

export interface PageHeaderProps {
  readonly icon?: ComponentType<{ className?: string }>;
  readonly title: string;
  readonly subtitle?: string | null;
  /** The search form, if the page has one. */
  readonly children?: ReactNode;
}

/** The coloured header of every page, with its h1. */
export function PageHeader({ icon: Icon, title, subtitle, children }: PageHeaderProps) {
  return (
    <section className="hero" aria-labelledby="page-title">
      <div className="hero-t">
        {Icon && (
          <span className="hero-i">
            <Icon className="i" />
          </span>
        )}
        <div>
          <h1 id="page-title">{title}</h1>
          {subtitle && <p>{subtitle}</p>}
        </div>
      </div>
      {children}
    </section>
  );
}
