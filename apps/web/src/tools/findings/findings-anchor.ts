import { createContext } from 'react';

/** The anchor of the panel of findings: another one for each answer where a page shows several. */
export const FindingsAnchor = createContext('findings');
