import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { AdSlot } from '../ui/ad-slot.tsx';
import { announce } from '../ui/announce.ts';
import { Chip } from '../ui/chip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SearchForm } from '../ui/search-form.tsx';
import type { ScreenCard } from './screen-card.ts';

export interface UnbuiltProps {
  readonly screen: ScreenCard;
  /** The field's name for those who cannot see the placeholder. */
  readonly label: string;
  readonly placeholder: string;
  /** A SubmitButton or a RoundButton. */
  readonly button: ReactNode;
  readonly examples: readonly string[];
  /** What the idle screen says or shows, where the specification has it. */
  readonly children?: ReactNode;
}

/** The page of a tool whose engine is not there yet: its header, form and idle state, and the plain truth. */
export function Unbuilt({ screen, label, placeholder, button, examples, children }: UnbuiltProps) {
  const [text, setText] = useState('');
  const [wasAsked, setAsked] = useState(false);
  const param = screen.lookup?.param ?? 'q';
  useEffect(() => {
    if (wasAsked) announce(`${screen.title} cannot look anything up yet`);
  }, [wasAsked, screen]);
  return (
    <>
      <PageHeader icon={screen.icon} title={screen.title} subtitle={screen.subtitle}>
        <SearchForm
          action={screen.path}
          name={param}
          label={label}
          placeholder={placeholder}
          value={text}
          onValueChange={(typed) => {
            setText(typed);
            setAsked(false);
          }}
          onSubmit={() => setAsked(true)}
          busy={false}
          invalid={false}
          message={wasAsked ? `Nothing was looked up: ${screen.title} is not working yet.` : null}
          button={button}
        >
          <span>For example</span>
          {examples.map((example) => (
            <Chip key={example} href={`${screen.path}?${param}=${example}`} onChoose={() => setText(example)}>
              {example}
            </Chip>
          ))}
        </SearchForm>
      </PageHeader>
      {children}
      <AdSlot kind="banner" />
      <div className="grid">
        <EmptyState
          icon={screen.icon}
          title="Not working yet"
          action={
            <Link className="btn" href="/dns">
              Use DNS Lookup meanwhile
            </Link>
          }
        >
          This page is ready, but the part that measures is still being built. Until it is there, nothing is looked up
          and nothing is made up.
        </EmptyState>
      </div>
      <AdSlot kind="native" />
    </>
  );
}
