import type { ComponentType } from 'react';

export type ScreenGroup = 'ip' | 'domain' | 'network';

/** What the shell knows of a tool's screen: everything else is loaded with the route. */
export interface ScreenCard {
  readonly id: string;
  readonly path: `/${string}`;
  readonly group: ScreenGroup;
  /** The menu's word for it, as the specification has it. */
  readonly name: string;
  /** The page's heading. */
  readonly title: string;
  readonly subtitle: string | null;
  readonly icon: ComponentType<{ className?: string }>;
  /** `live`: works; `soon`: announced, with its features; `unbuilt`: in the specification, engine not there yet. */
  readonly status: 'live' | 'soon' | 'unbuilt';
  /** For `soon`: what is planned, letter by letter. */
  readonly features: readonly string[];
  /** The route's own chunk. */
  load(): Promise<{ readonly Page: ComponentType }>;
}
