import { useContext } from 'react';
import { Link } from 'wouter';
import { ToolsContext } from '../tools/screens/screens-context.ts';
import { Compass } from '../ui/icons/lucide/compass.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';

/** For search engines. */
export const description = 'There is no page at this address. All tools are in the menu.';

export function Page() {
  return (
    <>
      <PageHeader icon={Compass} title="Page not found" subtitle="There is nothing at this address" />
      <h2 className="heading">All tools</h2>
      <ul className="soon-grid">
        {useContext(ToolsContext).map(({ id, path, title, icon: Icon }) => (
          <li key={id}>
            <Icon className="i" />
            <Link href={path}>{title}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
