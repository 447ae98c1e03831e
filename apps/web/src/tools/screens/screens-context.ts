// In this folder: the cards of all tools, and links between tools.
import { createContext } from 'react';
import type { ScreenCard } from './screen-card.ts';

/**
 * The cards of all tools, for components that link to other tools: a tool's page must not import the registry that
 * contains it.
 */
export const ToolsContext = createContext<readonly ScreenCard[]>([]);
