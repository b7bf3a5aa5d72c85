import { prepareApplication } from './prepare-application.ts';

/** `npm run build`: builds the web application where it is not up to date. */
const folder = await prepareApplication();
process.stdout.write(`The web application is in ${folder}\n`);
