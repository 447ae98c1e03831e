import type { TargetKind } from '@sonde/contract/targets/target-kinds';
import type { ComponentType } from 'react';

export type ScreenGroup = 'ip' | 'domain' | 'network' | 'checks';

/** What the shell knows about a tool's screen; everything else is loaded with the route. */
export interface ScreenCard {
  readonly id: string;
  readonly path: `/${string}`;
  readonly group: ScreenGroup;
  /** Its name in the menu, as specified. */
  readonly name: string;
  /** The page's heading. */
  readonly title: string;
  readonly subtitle: string | null;
  readonly icon: ComponentType<{ className?: string }>;
  /** `live`: works; `soon`: announced, with its features. */
  readonly status: 'live' | 'soon';
  /** For `soon`: the planned features, verbatim from the specification. */
  readonly features: readonly string[];
  /**
   * How other pages can link to a lookup on this page; absent if the tool takes no target. The kinds of target are in
   * the contract.
   */
  readonly lookup?: {
    /** The query parameter of the target, in links and in the form. */
    readonly param: string;
    /** True if the port of `host:port` is kept. */
    readonly takesPort?: boolean;
    /** True if the specification words the refusal of other texts, or has them sent: a submit never leaves the page. */
    readonly keepsRefused?: boolean;
    /**
     * Kinds of target that the field refuses, as specified, but that the page looks up for a link with this parameter.
     */
    readonly second?: {
      readonly param: string;
      readonly takes: readonly TargetKind[];
      /** Text of the button, before the target: `Reverse lookup of`. */
      readonly action: string;
    };
  };
  /**
   * The page that announces the tool on servers whose operator has turned it off; without it, the tool has no page
   * there.
   */
  readonly announced?: Pick<ScreenCard, 'subtitle' | 'load'>;
  /** Loads the route's chunk. */
  load(): Promise<LoadedScreen>;
}

export interface LoadedScreen {
  readonly Page: ComponentType<PageProps>;
  /** One sentence that search engines show under the title. */
  readonly description: string;
}

/** The card of a tool that is turned off (SONDE_TOOLS_OFF); null if it then has no page. */
export function cardWhenOff({ announced, lookup: _, ...screen }: ScreenCard): ScreenCard | null {
  return announced === undefined ? null : { ...screen, ...announced, status: 'soon' };
}

/** A page receives its card as a prop, so that a tool's page and card do not import each other. */
export interface PageProps {
  readonly screen: ScreenCard;
}
