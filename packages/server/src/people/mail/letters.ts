import type { Locale } from '../../ground/config/locale.ts';

/** What a mail says, before it is laid out as text and as HTML. */
export interface Letter {
  /** Language that the reader's account has, else that of the mail. */
  locale: Locale;
  subject: string;
  paragraphs: string[];
  /** Shown large and alone on its line. */
  code?: string;
  /** One thing to do, behind the paragraphs. */
  action?: { label: string; url: string };
}

export function registrationCodeLetter(locale: Locale, code: string, validMinutes: number): Letter {
  return { locale, code, ...WORDS[locale].registrationCode(code, validMinutes) };
}

export function accountExistsLetter(locale: Locale, resetUrl: string): Letter {
  return { locale, ...WORDS[locale].accountExists(resetUrl) };
}

/** Every registered user may invite any address: the name of the organisation is kept out of the subject, and nothing in it can be followed. */
export function invitationLetter(
  locale: Locale,
  { tenantName, url, validDays }: { tenantName: string; url: string; validDays: number },
): Letter {
  return { locale, ...WORDS[locale].invitation(plainName(tenantName), url, validDays) };
}

export function passwordResetLetter(locale: Locale, url: string, validMinutes: number): Letter {
  return { locale, ...WORDS[locale].passwordReset(url, validMinutes) };
}

/** In the place of a link that sets a password, which does not count. */
export function providerSignInLetter(locale: Locale, url: string): Letter {
  return { locale, ...WORDS[locale].providerSignIn(url) };
}

type Text = Pick<Letter, 'subject' | 'paragraphs' | 'action'>;

interface Words {
  registrationCode: (code: string, validMinutes: number) => Text;
  accountExists: (resetUrl: string) => Text;
  /** The name may be empty. */
  invitation: (tenantName: string, url: string, validDays: number) => Text;
  passwordReset: (url: string, validMinutes: number) => Text;
  providerSignIn: (url: string) => Text;
}

const WORDS: Record<Locale, Words> = {
  en: {
    registrationCode: (code, validMinutes) => ({
      subject: `${code} is your Lonja code`,
      paragraphs: [
        `Enter this code to complete your registration with Lonja. It is valid for ${validMinutes} minutes and works once.`,
        'If you did not request this, ignore this message: no account is created without the code.',
      ],
    }),
    accountExists: (resetUrl) => ({
      subject: 'You already have a Lonja account',
      paragraphs: [
        'Someone tried to register with Lonja using this address, which already has an account. The account has not changed.',
        'If it was you, sign in with your password or choose a new one.',
      ],
      action: { label: 'Choose a new password', url: resetUrl },
    }),
    invitation: (tenantName, url, validDays) => ({
      subject: 'You are invited to Lonja',
      paragraphs: [
        `An organisation${tenantName && ` called "${tenantName}"`} invites you to its account on Lonja, the electricity price forecast service.`,
        'If you did not expect this invitation, ignore this message: no account is created without the link.',
        `The link is valid for ${validDays} days and works once.`,
      ],
      action: { label: 'Accept the invitation', url },
    }),
    passwordReset: (url, validMinutes) => ({
      subject: 'Reset your Lonja password',
      paragraphs: [
        `A new password was requested for your account. The link is valid for ${validMinutes} minutes and works once.`,
        'If you did not request it, ignore this message: your password does not change.',
      ],
      action: { label: 'Choose a new password', url },
    }),
    providerSignIn: (url) => ({
      subject: 'Sign in to Lonja with your organisation',
      paragraphs: [
        'A new password was requested for your account. Your organisation requires sign-in by its own identity provider, without a password of Lonja.',
        'If you did not request it, ignore this message: nothing changes.',
      ],
      action: { label: 'Sign in with your organisation', url },
    }),
  },
  es: {
    registrationCode: (code, validMinutes) => ({
      subject: `${code} es su código de Lonja`,
      paragraphs: [
        `Introduzca este código para completar el registro en Lonja. Caduca en ${validMinutes} minutos y sirve una sola vez.`,
        'Si no ha solicitado el registro, ignore este mensaje: sin el código no se crea ninguna cuenta.',
      ],
    }),
    accountExists: (resetUrl) => ({
      subject: 'Ya tiene una cuenta en Lonja',
      paragraphs: [
        'Alguien ha intentado registrarse en Lonja con esta dirección, que ya tiene una cuenta. La cuenta no ha cambiado.',
        'Si ha sido usted, inicie sesión con su contraseña o elija una nueva.',
      ],
      action: { label: 'Elegir una contraseña nueva', url: resetUrl },
    }),
    invitation: (tenantName, url, validDays) => ({
      subject: 'Invitación a Lonja',
      paragraphs: [
        `Una organización${tenantName && ` llamada «${tenantName}»`} le invita a su cuenta de Lonja, el servicio de previsión de precios de la electricidad.`,
        'Si no esperaba esta invitación, ignore este mensaje: sin el enlace no se crea ninguna cuenta.',
        `El enlace caduca en ${validDays} días y sirve una sola vez.`,
      ],
      action: { label: 'Aceptar la invitación', url },
    }),
    passwordReset: (url, validMinutes) => ({
      subject: 'Restablecer la contraseña de Lonja',
      paragraphs: [
        `Se ha solicitado una contraseña nueva para su cuenta. El enlace caduca en ${validMinutes} minutos y sirve una sola vez.`,
        'Si no la ha solicitado, ignore este mensaje: su contraseña no cambia.',
      ],
      action: { label: 'Elegir una contraseña nueva', url },
    }),
    providerSignIn: (url) => ({
      subject: 'Inicie sesión en Lonja con su organización',
      paragraphs: [
        'Se ha solicitado una contraseña nueva para su cuenta. Su organización exige iniciar sesión con su propio proveedor de identidad, sin contraseña de Lonja.',
        'Si no la ha solicitado, ignore este mensaje: nada cambia.',
      ],
      action: { label: 'Iniciar sesión con su organización', url },
    }),
  },
  pt: {
    registrationCode: (code, validMinutes) => ({
      subject: `${code} é o seu código da Lonja`,
      paragraphs: [
        `Introduza este código para completar o registo na Lonja. É válido durante ${validMinutes} minutos e serve uma só vez.`,
        'Se não pediu o registo, ignore esta mensagem: sem o código não é criada nenhuma conta.',
      ],
    }),
    accountExists: (resetUrl) => ({
      subject: 'Já tem uma conta na Lonja',
      paragraphs: [
        'Alguém tentou registar-se na Lonja com este endereço, que já tem uma conta. A conta não mudou.',
        'Se foi o próprio, inicie sessão com a sua palavra-passe ou escolha uma nova.',
      ],
      action: { label: 'Escolher uma palavra-passe nova', url: resetUrl },
    }),
    invitation: (tenantName, url, validDays) => ({
      subject: 'Convite para a Lonja',
      paragraphs: [
        `Uma organização${tenantName && ` chamada «${tenantName}»`} convida-o para a sua conta da Lonja, o serviço de previsão de preços da eletricidade.`,
        'Se não esperava este convite, ignore esta mensagem: sem a ligação não é criada nenhuma conta.',
        `A ligação é válida durante ${validDays} dias e serve uma só vez.`,
      ],
      action: { label: 'Aceitar o convite', url },
    }),
    passwordReset: (url, validMinutes) => ({
      subject: 'Repor a palavra-passe da Lonja',
      paragraphs: [
        `Foi pedida uma palavra-passe nova para a sua conta. A ligação é válida durante ${validMinutes} minutos e serve uma só vez.`,
        'Se não a pediu, ignore esta mensagem: a sua palavra-passe não muda.',
      ],
      action: { label: 'Escolher uma palavra-passe nova', url },
    }),
    providerSignIn: (url) => ({
      subject: 'Inicie sessão na Lonja com a sua organização',
      paragraphs: [
        'Foi pedida uma palavra-passe nova para a sua conta. A sua organização exige iniciar sessão com o seu próprio fornecedor de identidade, sem palavra-passe da Lonja.',
        'Se não a pediu, ignore esta mensagem: nada muda.',
      ],
      action: { label: 'Iniciar sessão com a sua organização', url },
    }),
  },
};

const MAX_LENGTH = 60;
/** What mail programs make a link of: addresses of pages and of people, with and without a scheme. */
const LINK = /\S*(?:@|:\/\/|\/|\\|[\p{L}\p{N}][.\u3002\uFF0E\uFF61][\p{L}\p{N}]{2,})\S*/gu;

/** A name that somebody chose, as it may stand in a mail to a stranger: short, on one line, and without anything to follow. */
export function plainName(name: string): string {
  const words = name
    .normalize('NFKC')
    .replaceAll(/\p{C}/gu, ' ')
    .replaceAll(LINK, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(words);
  return characters.length <= MAX_LENGTH ? words : `${characters.slice(0, MAX_LENGTH).join('').trimEnd()}…`;
}
