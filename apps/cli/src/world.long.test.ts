/* Further widths of a terminal. */
import './world.test.ts';
