import { createContext, type ReactNode, useContext } from 'react';
import { Link } from 'wouter';
import { asTyped } from '../../ui/text/shown-text.ts';
import { lookupLink } from '../screens/lookup-link.ts';
import { ToolsContext } from '../screens/screens-context.ts';

/** For pages that contain the whole answers: the anchor of each, or null for a tool without an answer. */
export const AnswerAnchors = createContext<((tool: string) => string | null) | null>(null);

interface WholeAnswerProps {
  readonly tool: string;
  readonly target: string;
  readonly className?: string;
  /** For a link whose text does not name the tool. */
  readonly label?: string;
  /** Default: the name of the tool. */
  readonly children?: ReactNode;
}

/** A link to the whole answer of a tool; only the name for tools that this page does not know. */
export function WholeAnswer({ tool, target, className, label, children }: WholeAnswerProps) {
  const card = useContext(ToolsContext).find(({ id }) => id === tool);
  const anchorOf = useContext(AnswerAnchors);
  const text = children ?? card?.name ?? tool;
  const shown = { className, 'aria-label': label };
  if (anchorOf !== null) {
    const anchor = anchorOf(tool);
    if (anchor === null) return children === undefined ? text : null;
    return (
      <a {...shown} href={`#${anchor}`}>
        {text}
      </a>
    );
  }
  if (card === undefined) return text;
  return (
    <Link {...shown} href={lookupLink(card, asTyped(target)) ?? card.path}>
      {text}
    </Link>
  );
}
