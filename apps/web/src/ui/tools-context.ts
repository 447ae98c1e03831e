import { createContext } from 'react';
import type { ScreenCard } from '../tools/screen-card.ts';

/** All tools' cards, for parts of the kit that lead to other tools: a tool's page must not import the registry it is in. */
export const ToolsContext = createContext<readonly ScreenCard[]>([]);
