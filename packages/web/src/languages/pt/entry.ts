import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'entry'> = {
  companySignIn: {
    title: 'Iniciar sessão com a sua organização',
    byEmail:
      'Introduza o seu e-mail do trabalho. Se a sua organização usa o seu próprio fornecedor de identidade, passará à página dele.',
    byName: 'Passará à página de início de sessão da sua organização.',
    email: 'E-mail',
    continue: 'Continuar',
    unknown:
      'Nenhuma organização inicia sessão assim com um fornecedor próprio. Use o endereço que a sua organização lhe deu ou a sua palavra-passe.',
    finishing: 'A iniciar sessão',
    refused: 'Não foi possível iniciar a sessão. O motivo (em inglês):',
    again: 'Começar de novo',
    password: 'Iniciar sessão com palavra-passe',
    otp: 'Código de verificação',
    otpHint: 'A sua organização pede também o código da sua aplicação de autenticação ou um de recuperação.',
    signIn: 'Iniciar sessão',
  },
  invitation: {
    hasAccount: 'Este endereço já tem uma conta. Inicie sessão.',
    title: 'Aceitar o convite',
    invited: '{tenant} convida {email} como {role}.',
    gone: 'Este convite foi usado, retirado ou expirou. Peça um novo.',
    accept: 'Juntar-se a {tenant}',
    byCompany: '{tenant} não usa palavras-passe aqui. Passará à sua própria página de início de sessão.',
    byEither: 'Inicie sessão como em {tenant}, ou escolha abaixo uma palavra-passe própria.',
    enter: 'Iniciar sessão com a sua organização',
  },
  password: {
    forgotTitle: 'Repor a palavra-passe',
    forgotText:
      'Indique o seu e-mail. Se tiver conta, será enviada uma ligação para escolher uma palavra-passe nova.',
    email: 'E-mail',
    send: 'Enviar ligação',
    sent: 'Se {email} tiver conta, foi-lhe enviada uma ligação. É válida durante uma hora.',
    resetTitle: 'Palavra-passe nova',
    password: 'Palavra-passe nova',
    passwordHint: 'Pelo menos 8 caracteres. Todas as sessões abertas são terminadas.',
    set: 'Guardar a palavra-passe',
    done: 'A palavra-passe foi guardada. Inicie sessão com ela.',
    back: 'Voltar ao início de sessão',
  },
  register: {
    codesSpent: 'Já foram enviados cinco códigos. Registe-se de novo.',
    addressTaken: 'Este endereço já tem uma conta. Inicie sessão.',
    title: 'Criar uma conta',
    codeTitle: 'Confirme o seu e-mail',
    email: 'E-mail do trabalho',
    organisation: 'Organização',
    next: 'Enviar código',
    sent: 'Foi enviado um código de 6 algarismos para {email}. É válido durante 10 minutos.',
    code: 'Código',
    create: 'Criar conta',
    resend: 'Enviar um código novo',
    resent: 'Foi enviado um código novo. É enviado no máximo um por minuto.',
    other: 'Usar outro endereço',
    hasAccount: 'Já tem conta?',
    signIn: 'Iniciar sessão',
  },
  signIn: {
    title: 'Iniciar sessão',
    email: 'E-mail',
    password: 'Palavra-passe',
    otp: 'Código de verificação',
    otpHint:
      'O código de 6 algarismos da aplicação de autenticação ou um de recuperação. Deixe vazio se não usa a verificação em dois passos.',
    hasOtp: 'Uso a verificação em dois passos',
    expired: 'A sua sessão terminou. Inicie sessão de novo para continuar onde estava.',
    wrong:
      'O e-mail ou a palavra-passe não estão corretos. Se usa a verificação em dois passos, acrescente abaixo o seu código.',
    tooMany:
      'Demasiadas tentativas. Reponha a palavra-passe por e-mail ou tente de novo dentro de 15 minutos.',
    forgot: 'Esqueceu-se da palavra-passe?',
    byCompany: 'Iniciar sessão com a sua organização',
    companyOnly:
      'A sua organização não aceita palavras-passe aqui. Use o endereço de início de sessão que ela lhe deu.',
    noAccount: 'Ainda não tem conta?',
    register: 'Criar uma',
  },
};
