/* What the short set leaves out. */
import './mcp-own.lab.test.ts';
