import { useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { type ExampleLanguage, SIGNATURE_EXAMPLES } from './signature-examples.ts';

const LANGUAGES = ['node', 'python', 'shell'] as const satisfies readonly ExampleLanguage[];

/** How a receiver verifies that a delivery is genuine. */
export function SignatureHelp() {
  const t = useMessages('webhooks.signature');
  const [language, setLanguage] = useState<ExampleLanguage>('node');
  return (
    <Section title={t('title')}>
      <p className="max-w-[75ch] text-sm text-soft">{t('text')}</p>
      <p className="max-w-[75ch] text-sm text-soft">{t('checkText')}</p>
      <p className="max-w-[75ch] text-sm text-soft">{t('idText')}</p>
      <Segmented
        label={t('language')}
        value={language}
        choices={LANGUAGES.map((value) => ({ value, label: t(value) }))}
        onChange={setLanguage}
        className="justify-self-start"
      />
      <CodeBlock label={t('example', { language: t(language) })} code={SIGNATURE_EXAMPLES[language]} />
    </Section>
  );
}
