import { useMe } from '../../api/me.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Page, Section } from '../../layout/page.tsx';
import { THEMES, setTheme, useTheme } from '../../theme/theme.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { OwnData } from './own-data.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** The signed-in user's own account. */
export function AccountPage() {
  const t = useMessages('account.page');
  const role = useMessages('parts.role');
  const me = useMe();
  const theme = useTheme();
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle', { email: me.email, role: role(me.role), tenant: me.tenant.name })}
    >
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-2">
        <Section title={t('profile')}>
          <ProfileForm />
        </Section>
        <Section title={t('appearance')} note={t('theme')}>
          <Segmented
            label={t('theme')}
            value={theme}
            choices={THEMES.map((value) => ({ value, label: t(value) }))}
            onChange={setTheme}
            className="justify-self-start"
          />
        </Section>
        <Section title={t('password')}>
          <PasswordForm />
        </Section>
        <Section title={t('totp')}>
          <SecondFactor />
        </Section>
      </div>
      <Section title={t('sessions')}>
        <Sessions />
      </Section>
      <Section title={t('ownData')}>
        <OwnData />
      </Section>
    </Page>
  );
}
