import type { TargetKind } from '@sonde/contract/targets/target-kinds';
import type { ComponentType } from 'react';

export type ScreenGroup = 'ip' | 'domain' | 'network' | 'checks';

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
  /** What a search engine shows under the title: one sentence. */
  readonly description: string;
  readonly icon: ComponentType<{ className?: string }>;
  /** `live`: works; `soon`: announced, with its features. */
  readonly status: 'live' | 'soon';
  /** For `soon`: what is planned, letter by letter. */
  readonly features: readonly string[];
  /** How a target is handed to the page, so that other pages can link to it; absent where it takes none. Its kinds are in the contract. */
  readonly lookup?: {
    /** The query parameter that carries it, in links and in the form. */
    readonly param: string;
    /** Keeps the port of `host:port`. */
    readonly takesPort?: boolean;
    /** Kinds that the field refuses, as the specification has it, while the page answers a link that names them by this parameter. */
    readonly second?: {
      readonly param: string;
      readonly takes: readonly TargetKind[];
      /** The text before the target on the button: `Reverse lookup of`. */
      readonly action: string;
    };
  };
  /** The page that announces the tool, for servers whose operator has turned it off; without one it is then gone. */
  readonly announced?: Pick<ScreenCard, 'subtitle' | 'description' | 'load'>;
  /** The route's own chunk. */
  load(): Promise<{ readonly Page: ComponentType<PageProps> }>;
}

/** The card of a tool that is turned off (SONDE_TOOLS_OFF); null where it then has no page. */
export function cardWhenOff({ announced, lookup: _, ...screen }: ScreenCard): ScreenCard | null {
  return announced === undefined ? null : { ...screen, ...announced, status: 'soon' };
}

/** A page is given its card, so that a tool's page and card do not import each other. */
export interface PageProps {
  readonly screen: ScreenCard;
}
