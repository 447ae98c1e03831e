// In this folder: the menu.
import type { KeyboardEvent } from 'react';
import { Link, useLocation } from 'wouter';
import type { ScreenCard, ScreenGroup } from '../../tools/screens/screen-card.ts';
import { siteScreens } from '../../tools/site-screens.ts';

const groups: readonly { readonly id: ScreenGroup; readonly name: string }[] = [
  { id: 'ip', name: 'IP Tools' },
  { id: 'domain', name: 'Domain Tools' },
  { id: 'network', name: 'Network Tools' },
  { id: 'checks', name: 'Checks' },
];

export interface ToolNavProps {
  /** Keeps element ids of two navigations on one page apart. */
  readonly idPrefix: string;
  onChoose?(): void;
}

/** All tools by group, with the current one marked. */
export function ToolNav({ idPrefix, onChoose }: ToolNavProps) {
  const [path] = useLocation();
  return (
    <nav className="nav" aria-label="Tools">
      {groups.map(({ id, name }) => (
        <div key={id}>
          <h2 id={`${idPrefix}-group-${id}`}>{name}</h2>
          <ul aria-labelledby={`${idPrefix}-group-${id}`}>
            {siteScreens
              .filter(({ group }) => group === id)
              .map((screen) => (
                <NavItem
                  key={screen.id}
                  id={`${idPrefix}-${screen.id}`}
                  screen={screen}
                  isCurrent={screen.path === path}
                  onChoose={onChoose}
                />
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The server changes the items of tools that are turned off in the pages it sends (`web/pages.ts` of the API). */
interface NavItemProps {
  readonly id: string;
  readonly screen: ScreenCard;
  readonly isCurrent: boolean;
  readonly onChoose: (() => void) | undefined;
}

function NavItem({ id, screen, isCurrent, onChoose }: NavItemProps) {
  const { icon: Icon, id: tool, name, path, status } = screen;
  return (
    <li data-tool={tool}>
      <Link
        id={id}
        href={path}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onChoose}
        onKeyDown={followOnSpace}
      >
        <Icon className="i" />
        {name}
        {status === 'soon' && <span className="soon">Soon</span>}
      </Link>
    </li>
  );
}

/** The browser follows a focused link on Enter only; Space would scroll the page. */
function followOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}
