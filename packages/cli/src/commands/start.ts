import { command } from '../command/command.ts';

export const startCommand = command({
  name: 'start',
  summary: 'Start the service in this folder, with a database of its own in ./data.',
  notes:
    'The first start makes the accounts and an API key, which are in data/first-run.json. Settings are environment variables, such as PORT, DATA_DIR and DATABASE_URL. Ctrl-C stops it.',
  examples: [['lonja start', 'the API and the web application on http://127.0.0.1:8080']],
  async run() {
    const { serve } = await import('@lonja/server/operations');
    await serve();
  },
});
