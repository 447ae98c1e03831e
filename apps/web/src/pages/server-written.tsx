/** What the server wrote into the page of the address that was loaded; empty on pages without it. */
const written =
  typeof document === 'undefined'
    ? null
    : { path: location.pathname, markup: document.getElementById('early')?.innerHTML ?? '' };

/** Whether the server has written something for this address into the page. */
export const isWritten = (path: string): boolean => written?.path === path && written.markup !== '';

export interface ServerWrittenProps {
  readonly path: string;
  /** Markup in its place on other pages, and in the build. */
  readonly otherwise: string;
}

/** Markup that the server wrote for this address. It finds this element by its id, and escapes what it writes into it. */
export function ServerWritten({ path, otherwise }: ServerWrittenProps) {
  const markup = written !== null && isWritten(path) ? written.markup : otherwise;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what was in the page already, and stays as it is
  return <div id="early" dangerouslySetInnerHTML={{ __html: markup }} />;
}
