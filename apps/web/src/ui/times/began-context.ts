import { createContext } from 'react';

/** When the lookup of the page began, on the clock of `performance.now()`. */
export const BeganContext = createContext(0);
